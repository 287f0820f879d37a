import { type DuplicateAction, type EmptyKeyAction, maxListed } from '#contract/file-ingestion.ts';
import type { IngestionMode } from '#contract/ingest.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { count } from '../format.ts';
import { parquetOf } from '../sql/source-views.ts';
import type { Base, Effect } from '../types.ts';
import type { ColumnPlan } from './load-types.ts';
import type { Session } from './session.ts';

export interface Merge {
	readonly mode: IngestionMode;
	/** Column names; empty unless the mode is `upsert`. */
	readonly key: readonly string[];
	/** The dataset that receives the rows; null if it doesn't exist yet. */
	readonly base: Base | null;
	readonly plans: readonly ColumnPlan[];
	/** SQL condition for the rows of `sent` to write. */
	readonly keep: string;
	/** For rows with the same key; absent: they are refused. */
	readonly duplicates?: DuplicateAction;
	/** For rows without a value in a key column; absent: they are refused. */
	readonly emptyKeys?: EmptyKeyAction;
}

interface DuplicateKeys {
	readonly total: number;
	readonly first: readonly { readonly key: readonly (string | null)[]; readonly rows: readonly number[] }[];
	/** Keys that occur in several rows of the dataset. */
	readonly inDataset: number;
	readonly areDropped: boolean;
}

export interface ComparedKeys {
	readonly effect: Effect;
	/** New keys that differ from one of the dataset's only in case, spaces or leading zeros, with an example; null if there are none. */
	readonly alike: { readonly total: number; readonly sent: string; readonly known: string } | null;
	/** Columns in which existing values are replaced with no value, and how many. */
	readonly emptied: readonly { readonly column: string; readonly values: number }[];
	readonly duplicates: DuplicateKeys;
	/** Number of rows left out because of their keys. They are in the table `dropped`, which also records whether they have a key. */
	readonly dropped: number;
	/** Rows without a value in a key column, and the first of them. */
	readonly empty: { readonly total: number; readonly rows: readonly number[]; readonly areDropped: boolean };
}

/** Message for users about rows that their key doesn't distinguish; null if it does. */
export function keyProblem({ duplicates, empty }: ComparedKeys): string | null {
	const { total, inDataset, areDropped } = duplicates;
	if (inDataset > 0)
		return `${count(inDataset, 'key occurs', 'keys occur')} more than once in the dataset, so it isn’t clear which row to change. Choose other key columns.`;
	if (total > 0 && !areDropped)
		return `${count(total, 'key occurs', 'keys occur')} more than once in the new rows. Keep one row per key, or choose other key columns.`;
	return empty.total > 0 && !empty.areDropped
		? `${count(empty.total, 'row has', 'rows have')} no value in a key column. Skip ${empty.total === 1 ? 'it' : 'them'}, fill in the values, or choose other key columns.`
		: null;
}

/** The rows to write, as a SELECT from `sent`. For `upsert` it reads what `compareKeys` prepared. */
export function mergedRows({ mode, key, base, plans, keep }: Merge): string {
	const byName = new Map(plans.map((plan) => [plan.name, plan]));
	const isKept = base !== null && mode !== 'replace';
	const columns = isKept ? base.columns : plans;
	const more = isKept ? addedColumns(base, plans) : [];
	if (mode === 'upsert' && base !== null) return upserted(base, key, plans, more);
	const values = [...columns, ...more].map(
		({ name, type }) => `${byName.get(name)?.value ?? `CAST(NULL AS ${type})`} AS ${quoted(name)}`,
	);
	const added = `SELECT ${values.join(', ')} FROM sent WHERE ${keep}`;
	if (!isKept || base.files.length === 0) return added;
	const names = [...base.columns.map((column) => quoted(column.name)), ...more.map(noValue)].join(', ');
	return `SELECT ${names} FROM ${parquetOf(base)} UNION ALL ${added}`;
}

/** Columns to add to the dataset: requested ones that it doesn't have. */
const addedColumns = ({ columns }: Base, plans: readonly ColumnPlan[]): readonly ColumnPlan[] =>
	plans.filter((plan) => plan.isNew === true && !columns.some(({ name }) => name === plan.name));

const noValue = ({ name, type }: Pick<ColumnPlan, 'name' | 'type'>): string =>
	`CAST(NULL AS ${type}) AS ${quoted(name)}`;

/** The column of `incoming` with a plan's values, named by position, because the plan's name may equal that of the row numbers. */
const incomingColumn = (plans: Merge['plans'], name: string): string =>
	`v${plans.findIndex((plan) => plan.name === name)}`;

/** A row whose key exists replaces the sent columns of that row; other rows are appended. */
function upserted(base: Base, key: readonly string[], plans: Merge['plans'], more: readonly ColumnPlan[]): string {
	const isSent = (name: string) => plans.some((plan) => plan.name === name);
	const sent = (name: string) => `i.${incomingColumn(plans, name)}`;
	const replaced = base.columns.map(
		({ name }, index) =>
			`${isSent(name) && !key.includes(name) ? `CASE WHEN i.n IS NULL THEN b.b${index} ELSE ${sent(name)} END` : `b.b${index}`} AS b${index}`,
	);
	const added = base.columns.map(({ name, type }, index) =>
		isSent(name) ? `${sent(name)} AS b${index}` : `CAST(NULL AS ${type}) AS b${index}`,
	);
	const on = sameKey(base, key, plans);
	const others = more.map(({ name }, index) => `${sent(name)} AS m${index}`);
	const names = [
		...base.columns.map(({ name }, index) => `b${index} AS ${quoted(name)}`),
		...more.map(({ name }, index) => `m${index} AS ${quoted(name)}`),
	].join(', ');
	return `SELECT ${names} FROM (
		SELECT b.r AS r, ${[...replaced, ...others].join(', ')} FROM before b LEFT JOIN incoming i ON ${on}
		UNION ALL
		SELECT i.n + (SELECT count(*) FROM before) AS r, ${[...added, ...others].join(', ')} FROM incoming i ANTI JOIN before b ON ${on}
	) ORDER BY r`;
}

const sameKey = ({ columns }: Base, key: readonly string[], plans: Merge['plans']): string =>
	key
		.map((name) => `i.${incomingColumn(plans, name)} = b.b${columns.findIndex((column) => column.name === name)}`)
		.join(' AND ');

/** Most rows of a dataset whose keys are searched for similar ones. */
const maxCompared = 500_000;

/** Compares sent rows with the dataset's by key: what changes, and which keys aren't unique. */
export async function compareKeys(
	{ connection }: Session,
	{ key, base, plans, keep, duplicates: action = 'refuse', emptyKeys = 'refuse' }: Merge & { readonly base: Base },
): Promise<ComparedKeys> {
	const sent = (name: string) => incomingColumn(plans, name);
	const values = plans.map(({ name, value }) => `${value} AS ${sent(name)}`).join(', ');
	await connection.run(`CREATE OR REPLACE TEMP TABLE incoming AS SELECT n, ${values} FROM sent WHERE ${keep}`);
	const own = base.columns.map(({ name }, index) => `${quoted(name)} AS b${index}`).join(', ');
	await connection.run(
		`CREATE OR REPLACE TEMP VIEW before AS SELECT row_number() OVER () AS r, ${own} FROM ${parquetOf(base)}`,
	);
	const keys = key.map(sent).join(', ');
	const hasKey = key.map((name) => `${sent(name)} IS NOT NULL`).join(' AND ');
	const duplicates = `SELECT ${keys}, list(n ORDER BY n) AS rows FROM incoming WHERE ${hasKey} GROUP BY ${keys} HAVING count(*) > 1`;
	const texts = key.map((name) => `CAST(${sent(name)} AS VARCHAR)`).join(', ');
	const listed = await rowsOf(
		`SELECT rows[:${maxListed}], ${texts} FROM (${duplicates}) ORDER BY rows[1] LIMIT ${maxListed}`,
	);
	const [[total = 0] = []] = await numbersOf(`SELECT count(*) FROM (${duplicates})`);
	const [[withoutKey = 0] = []] = await numbersOf(`SELECT count(*) FROM incoming WHERE NOT (${hasKey})`);
	const empty = await numbersOf(`SELECT n FROM incoming WHERE NOT (${hasKey}) ORDER BY n LIMIT ${maxListed}`);
	const conditions = [
		...(action === 'refuse' || total === 0 ? [] : [`${hasKey} QUALIFY ${rankOf(action, keys)} > 1`]),
		...(emptyKeys === 'refuse' || withoutKey === 0 ? [] : [`NOT (${hasKey})`]),
	];
	const dropped = conditions.length === 0 ? 0 : await drop(conditions, hasKey);
	const on = sameKey(base, key, plans);
	const theirs = key.map((name) => `b${base.columns.findIndex((column) => column.name === name)}`).join(', ');
	const [[inDataset = 0] = []] = await numbersOf(
		`SELECT count(*) FROM (SELECT 1 FROM before b SEMI JOIN incoming i ON ${on} GROUP BY ${theirs} HAVING count(*) > 1)`,
	);
	const differs = base.columns.flatMap(({ name }, index) =>
		plans.some((plan) => plan.name === name) ? [`i.${sent(name)} IS DISTINCT FROM b.b${index}`] : [],
	);
	differs.push(...addedColumns(base, plans).map(({ name }) => `i.${sent(name)} IS NOT NULL`));
	const replaced = base.columns.flatMap(({ name }, index) =>
		!key.includes(name) && plans.some((plan) => plan.name === name) ? [{ name, index }] : [],
	);
	const lost = replaced.map(
		({ name, index }) => `count(*) FILTER (WHERE b.b${index} IS NOT NULL AND i.${sent(name)} IS NULL)`,
	);
	const counts = [
		'count(*)',
		'count(*) FILTER (WHERE b.r IS NULL)',
		`count(*) FILTER (WHERE b.r IS NOT NULL AND (${differs.join(' OR ')}))`,
		...lost,
	];
	const [[all = 0, added = 0, changed = 0, ...losses] = []] = await numbersOf(
		`SELECT ${counts.join(', ')} FROM incoming i LEFT JOIN before b ON ${on}`,
	);
	const first = listed.map(([rows, ...texts]) => ({
		key: texts.map((text) => (text === null ? null : String(text))),
		rows: Object(rows).items.map(Number),
	}));
	return {
		effect: { added, changed, unchanged: all - added - changed, removed: 0 },
		alike: added > 0 ? await findAlike() : null,
		emptied: replaced.flatMap(({ name }, index) => {
			const values = losses[index] ?? 0;
			return values === 0 ? [] : [{ column: name, values }];
		}),
		duplicates: { total, first, inDataset, areDropped: action !== 'refuse' },
		dropped,
		empty: { total: withoutKey, rows: empty.map(([n = 0]) => n), areDropped: emptyKeys === 'skip' },
	};

	async function findAlike(): Promise<ComparedKeys['alike']> {
		const types = key.map((name) => base.columns.find((column) => column.name === name)?.type);
		const [[rowsBefore = 0] = []] = await numbersOf('SELECT count(*) FROM before');
		if (!types.includes('VARCHAR') || rowsBefore > maxCompared) return null;
		const written = (parts: readonly string[]) => parts.map((part) => `CAST(${part} AS VARCHAR)`).join(` || ', ' || `);
		const plain = (text: string) => `ltrim(lower(regexp_replace(trim(nfc_normalize(${text})), '\\s+', ' ', 'g')), '0')`;
		const [ours, known] = [written(key.map((name) => `i.${sent(name)}`)), written(theirs.split(', '))];
		const [[total, one, other] = []] = await rowsOf(
			`SELECT count(*), first(n.k), first(o.k)
			FROM (SELECT ${ours} AS k, ${plain(ours)} AS p FROM incoming i ANTI JOIN before b ON ${on}) n
			JOIN (SELECT first(${known}) AS k, ${plain(known)} AS p FROM before GROUP BY 2) o ON n.p = o.p`,
		);
		return Number(total) === 0 ? null : { total: Number(total), sent: String(one), known: String(other) };
	}

	/** Moves rows from `incoming` to `dropped`. */
	async function drop(conditions: readonly string[], hasKey: string): Promise<number> {
		const rows = conditions.map((where) => `SELECT n, ${hasKey} AS has_key FROM incoming WHERE ${where}`);
		await connection.run(
			`CREATE OR REPLACE TEMP TABLE dropped AS ${rows.map((sql) => `(${sql})`).join(' UNION ALL ')}`,
		);
		await connection.run('DELETE FROM incoming WHERE n IN (SELECT n FROM dropped)');
		const [[count = 0] = []] = await numbersOf('SELECT count(*) FROM dropped');
		return count;
	}

	async function rowsOf(sql: string) {
		return (await connection.run(sql)).getRows();
	}
	async function numbersOf(sql: string): Promise<number[][]> {
		return (await rowsOf(sql)).map((row) => row.map(Number));
	}
}

/**
 * Compares sent rows with the dataset's: puts the numbers of those that it already has into the table `existing`, and counts them.
 * @param files with all rows of the dataset
 */
export async function findExisting(
	{ connection }: Session,
	{ base, plans, keep }: Merge & { readonly base: Base },
	files: readonly string[],
): Promise<number> {
	if (files.length === 0) return 0;
	const sent = plans.map(({ name, value }) => `${value} AS ${incomingColumn(plans, name)}`).join(', ');
	const isThere = ({ name }: { readonly name: string }) => base.columns.some((column) => column.name === name);
	const isSent = ({ name }: { readonly name: string }) => plans.some((plan) => plan.name === name);
	const shared = base.columns.filter(isSent);
	if (shared.length === 0) return 0;
	// Rows are the same if columns that only one side has are empty.
	const added = plans.filter((plan) => !isThere(plan)).map(({ name }) => `${incomingColumn(plans, name)} IS NULL`);
	const unsent = base.columns.filter((column) => !isSent(column)).map(({ name }) => `${quoted(name)} IS NULL`);
	const own = shared.map(({ name }, index) => `${quoted(name)} AS b${index}`).join(', ');
	const on = shared.map(({ name }, index) => `i.${incomingColumn(plans, name)} IS NOT DISTINCT FROM b.b${index}`);
	const found = await connection.run(`CREATE OR REPLACE TEMP TABLE existing AS SELECT i.n FROM
		(SELECT * FROM (SELECT n, ${sent} FROM sent WHERE ${keep}) WHERE ${['true', ...added].join(' AND ')}) i
		SEMI JOIN (SELECT ${own} FROM ${parquetOf({ files })} WHERE ${['true', ...unsent].join(' AND ')}) b
		ON ${on.join(' AND ')}`);
	return Number((await found.getRows())[0]?.[0] ?? 0);
}

/** SQL of a row's rank among those with the same key, above 1 for those that aren't kept. */
const rankOf = (kept: Exclude<DuplicateAction, 'refuse'>, keys: string): string =>
	({
		first: `row_number() OVER (PARTITION BY ${keys} ORDER BY n)`,
		last: `row_number() OVER (PARTITION BY ${keys} ORDER BY n DESC)`,
		skip: `count(*) OVER (PARTITION BY ${keys})`,
	})[kept];
