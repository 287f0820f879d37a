import type { Check } from '#contract/check.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';

export interface Checked {
	/** SQL name of the rows. */
	readonly table: string;
	/** SQL name of the other dataset of a relationship. */
	readonly other: string | null;
	readonly now: Date;
}

/** Tolerated clock difference, ms; a time further ahead is in the future. */
const clocksDifferMs = 60_000;
/** Maximum offset of local time ahead of UTC, ms: a value without a time zone may be local time. */
const aheadOfUtcMs = 14 * 3_600_000;

/** A SELECT of the failing rows; null for a check that isn't about individual rows. Expects a valid definition. */
export function failingRows(check: Check, { table, other, now }: Checked): string | null {
	const columns = (check.columns ?? []).map(quoted);
	const [column = ''] = columns;
	switch (check.kind) {
		case 'unique': {
			const present = columns.map((name) => `${name} IS NOT NULL`).join(' AND ');
			return `SELECT * FROM ${table} WHERE ${present} QUALIFY count(*) OVER (PARTITION BY ${columns.join(', ')}) > 1 ORDER BY ${columns.join(', ')}`;
		}
		case 'not_null':
			return `SELECT * FROM ${table} WHERE ${columns.map((name) => `${name} IS NULL`).join(' OR ')}`;
		case 'accepted_values':
			return `SELECT * FROM ${table} WHERE CAST(${column} AS VARCHAR) NOT IN (${(check.values ?? []).map(literal).join(', ')})`;
		case 'range': {
			// A string literal takes the type of the column it's compared with.
			const outside = [
				...(check.min === undefined ? [] : [`${column} < ${literal(check.min)}`]),
				...(check.max === undefined ? [] : [`${column} > ${literal(check.max)}`]),
			];
			return `SELECT * FROM ${table} WHERE ${outside.join(' OR ')}`;
		}
		case 'relationship':
			return `SELECT * FROM ${table} AS checked WHERE ${column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${other} AS other WHERE other.${quoted(check.otherColumn ?? '')} = checked.${column})`;
		case 'freshness': {
			const at = (ms: number) => `TIMESTAMP ${literal(new Date(now.getTime() + ms).toISOString().replace('Z', ''))}`;
			const newest = `CAST(max(${column}) AS TIMESTAMP)`;
			const hasZone = `typeof(max(${column})) LIKE '%WITH TIME ZONE'`;
			const limits = [
				['no value', `${newest} IS NULL`],
				['too old', `${newest} < ${at((check.maxAgeHours ?? 0) * -3_600_000)}`],
				[
					'in the future',
					`${newest} > CASE WHEN ${hasZone} THEN ${at(clocksDifferMs)} ELSE ${at(aheadOfUtcMs + clocksDifferMs)} END`,
				],
			];
			const problem = limits.map(([message = '', condition]) => `WHEN ${condition} THEN ${literal(message)}`).join(' ');
			return `SELECT max(${column}) AS newest, CASE ${problem} END AS problem FROM ${table} HAVING ${limits.map(([, condition]) => condition).join(' OR ')}`;
		}
		case 'sql':
			return (check.sql ?? '').replace(/[\s;]+$/, '');
		case 'row_count':
			return null;
	}
}

/** Message if the number of rows fails the check, else null. @param before rows written by the previous build; null if there was none */
export function rowCountProblem(check: Check, rows: number, before: number | null): string | null {
	const message = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
	if (check.min !== undefined && rows < Number(check.min))
		return `${message}, fewer than the minimum of ${Number(check.min).toLocaleString('en-US')}.`;
	if (check.max !== undefined && rows > Number(check.max))
		return `${message}, more than the maximum of ${Number(check.max).toLocaleString('en-US')}.`;
	if (check.maxChange === undefined || before === null) return null;
	const change = before === 0 ? (rows === 0 ? 0 : Number.POSITIVE_INFINITY) : (Math.abs(rows - before) / before) * 100;
	if (change <= check.maxChange) return null;
	return `${message}, but ${before.toLocaleString('en-US')} in the last build. The maximum change is ${check.maxChange} %.`;
}

/** Message about failing rows. @param failing their number @param first the first of them, as JSON */
export function failureMessage(check: Check, failing: number, first: string | undefined): string {
	const rows = `${failing.toLocaleString('en-US')} ${failing === 1 ? 'row' : 'rows'}`;
	const joined = (word: string) => (check.columns ?? []).map((name) => `"${name}"`).join(` ${word} `);
	const names = joined('and');
	const have = failing === 1 ? 'has' : 'have';
	switch (check.kind) {
		case 'unique':
			return `${rows} ${have} the same ${names} as another row.`;
		case 'not_null':
			return `${rows} ${have} no value in ${joined('or')}.`;
		case 'accepted_values':
			return `${rows} ${have} a value in ${names} that isn’t one of the accepted values.`;
		case 'range':
			return `${rows} ${have} a value in ${names} that is out of range.`;
		case 'relationship':
			return `${rows} ${have} a value in ${names} that isn’t in column "${check.otherColumn}" of "${check.dataset?.datasetName}".`;
		case 'freshness':
			return freshnessWords(check, first);
		default:
			return `The query returned ${rows}.`;
	}
}

function freshnessWords({ columns = [], maxAgeHours }: Check, first = '{}'): string {
	const name = `"${columns[0]}"`;
	const { problem } = JSON.parse(first) as { problem?: unknown };
	if (problem === 'no value') return `No row has a value in ${name}.`;
	if (problem === 'in the future') return `The newest value in ${name} is in the future.`;
	return `The newest value in ${name} is older than ${maxAgeHours} ${maxAgeHours === 1 ? 'hour' : 'hours'}.`;
}
