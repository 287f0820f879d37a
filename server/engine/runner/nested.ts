import { quoted } from '#lib/sql/quoting.ts';
import type { ColumnPlan } from './load-types.ts';
import type { Session } from './session.ts';

/** Maximum number of fields in all objects of a column; more than that are keys, not names. */
const maxFields = 200;
const scalars: Readonly<Record<string, string>> = {
	UBIGINT: 'BIGINT',
	BIGINT: 'BIGINT',
	DOUBLE: 'DOUBLE',
	BOOLEAN: 'BOOLEAN',
	VARCHAR: 'VARCHAR',
	NULL: 'VARCHAR',
};

export const isNestedType = (type: string): boolean => type.startsWith('STRUCT(') || type.endsWith('[]');

/** How JSON text is read as a nested type: it may lose only null members. Names in another order don't fit. */
export function nestedPlan(name: string, text: string, type: string): ColumnPlan {
	const value = `TRY_CAST(TRY_CAST(${text} AS JSON) AS ${type})`;
	const ours = comparable(`to_json(${value})`);
	const isSame = `${ours} = ${comparable(`json(TRY_CAST(${text} AS JSON))`)}`;
	// The engine rounds long numbers when it reads JSON.
	const isWhole = `${isSame} AND (NOT regexp_matches(${text}, '[0-9.]{16}') OR ${ours} = ${comparable(text)})`;
	return { name, type, value, fits: `(${text} IS NULL OR coalesce(${isWhole}, false))` };
}

/** JSON without spaces, null members, and trailing zeros of numbers. */
function comparable(json: string): string {
	const forms = [
		['"[^"\\\\]*(?:\\\\.[^"\\\\]*)*":null,?', ''],
		[',}', '}'],
		['([0-9])\\.0+([],}])', '\\1\\2'],
		['(\\.[0-9]*[1-9])0+([],}])', '\\1\\2'],
	] as const;
	return forms.reduce(
		(sql, [form, by]) => `regexp_replace(${sql}, '${form}', '${by}', 'g')`,
		`CAST(${json} AS VARCHAR)`,
	);
}

/** The type of a column whose values are all objects, or all lists, and their number; null if they stay strings. */
export async function detectNested(
	{ connection }: Session,
	source: string,
): Promise<{ readonly type: string; readonly values: number } | null> {
	try {
		const found = await connection.run(
			`SELECT CAST(json_group_structure(CAST(${source} AS JSON)) AS VARCHAR) FROM sent WHERE ${source} IS NOT NULL`,
		);
		const structure = (await found.getRows())[0]?.[0];
		const type = typeof structure === 'string' ? typeOf(JSON.parse(structure), { fields: maxFields }) : null;
		if (type === null || !isNestedType(type)) return null;
		const { fits } = nestedPlan('', source, type);
		const counted = await connection.run(`SELECT count(${source}), count(${source}) FILTER (WHERE ${fits}) FROM sent`);
		const [values, fitting] = ((await counted.getRows())[0] ?? []).map(Number);
		return values !== undefined && values === fitting ? { type, values } : null;
	} catch {
		// Caused by names that differ only in case, or a correction that isn't JSON.
		return null;
	}
}

/** @param left how many more fields are allowed */
function typeOf(structure: unknown, left: { fields: number }): string | null {
	if (typeof structure === 'string') return scalars[structure] ?? null;
	if (Array.isArray(structure)) {
		const of = typeOf(structure[0], left);
		return of === null ? null : `${of}[]`;
	}
	const fields = Object.entries(structure ?? {});
	left.fields -= fields.length;
	if (fields.length === 0 || left.fields < 0) return null;
	const types = fields.map(([name, part]) => {
		const of = typeOf(part, left);
		return of === null || name === '' ? null : `${quoted(name)} ${of}`;
	});
	return types.includes(null) ? null : `STRUCT(${types.join(', ')})`;
}
