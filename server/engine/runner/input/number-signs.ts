import type { DuckDBConnection } from '@duckdb/node-api';

/** Thousands separator, by the name of a format. */
const thousandsSigns: Readonly<Record<string, string>> = { 'decimal comma': '.', 'commas between thousands': ',' };

/** Whether a value such as 5.555 next to 5,5 may be a thousand times too large, because no other one, such as 1.234,5, shows what a point means. */
export async function mixesSigns(
	connection: DuckDBConnection,
	source: string,
	format: string | null,
): Promise<boolean> {
	const sign = thousandsSigns[format ?? ''];
	if (sign === undefined) return false;
	const other = sign === '.' ? ',' : '.';
	const matches = (form: string) => `regexp_matches(trim(${source}), '${form}')`;
	const found = await connection.run(
		`SELECT bool_or(${matches(`^-?[0-9]{1,3}[${sign}][0-9]{3}$`)}) AND bool_or(${matches(`[${other}]`)}) AND NOT bool_or(${matches(`[${sign}][0-9]{3}[.,]`)}) FROM sent`,
	);
	return (await found.getRows())[0]?.[0] === true;
}

/** Whether numbers have digits or signs that a number type loses, such as 0123 or +49. */
export async function hasCodes(connection: DuckDBConnection, source: string): Promise<boolean> {
	const found = await connection.run(
		`SELECT 1 FROM sent WHERE regexp_full_match(trim(${source}), '[-+]?0[0-9]+|\\+[0-9]+') LIMIT 1`,
	);
	return (await found.getRows()).length > 0;
}
