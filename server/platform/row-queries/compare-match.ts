import type { ComparisonSummary } from '#contract/rows/analysis.ts';
import type { EngineTables } from '../../engine/types.ts';
import { type AlignedColumns, ofAlias, type SharedColumn } from './aligned-columns.ts';
import { rowOf, rowsOf } from './ask.ts';
import { tableOf } from './columns.ts';

type Counts = ComparisonSummary['rows'];
type SharedKeys = ComparisonSummary['sharedKeys'];

interface KeyFacts {
	/** Whether `pairs` has the differences of each pair: a unique key needs only one join. */
	readonly hasFlags: boolean;
	readonly ambiguous: Counts;
	readonly sharedKeys: SharedKeys;
	readonly withoutKey: Counts;
}

interface Matched extends Omit<KeyFacts, 'hasFlags'> {
	readonly reordered: boolean;
	drop(): Promise<void>;
}

const tables = { before: 't0', after: 't1' } as const;
type SideName = keyof typeof tables;
const none: Counts = { before: 0, after: 0 };
/** Maximum number of duplicate keys that a comparison names. */
const namedKeys = 3;

/**
 * Creates `compared`: the rows of both tables `rb` and `ra`, paired or alone, how they `change`, which cells differ (`d0`, `d1` … of the shared
 * columns) and their `position`. Rows are matched by the key's columns or, without a key, as whole rows. Rows that share a key with others of their
 * side only match rows that are equal in every column.
 */
export async function matchRows(
	session: EngineTables,
	{ shared }: AlignedColumns,
	key: readonly SharedColumn[] | null,
	/** `isUnique`: the key is known to be unique and never null. */
	{ hasSame, isUnique }: { readonly hasSame: boolean; readonly isUnique: boolean },
): Promise<Matched> {
	// Rows without a common column can't be matched.
	if (shared.length === 0) await session.run(alone('pairs'));
	else if (key === null) await session.run(`CREATE OR REPLACE TEMP TABLE pairs AS ${wholeRows(shared, '')}`);
	const keyed = key === null || key.length === 0 ? null : await matchByKey(session, shared, key, isUnique);
	const matched = await rowOf<{ moved: number; removed: number }>(
		session,
		'SELECT count(*) FILTER (rb != ra) AS moved, count(*) FILTER (ra IS NULL) AS removed FROM pairs',
	);
	const isOrdered = matched.moved === 0 && matched.removed === 0;
	// For each row of the before side: the first position on the after side of a row that was at or after its position.
	await session.run(
		isOrdered
			? 'CREATE OR REPLACE TEMP TABLE places AS SELECT 0::BIGINT AS rb, 0::BIGINT AS ra, 0::BIGINT AS place LIMIT 0'
			: // Computed from the end: a frame that ends with the current row takes a thirtieth of the time of one that begins with it.
				'CREATE OR REPLACE TEMP TABLE places AS SELECT rb, ra, min(ra) OVER (ORDER BY rb DESC ROWS UNBOUNDED PRECEDING) AS place FROM pairs WHERE rb IS NOT NULL AND ra IS NOT NULL',
	);
	const { reordered } = await rowOf<{ reordered: boolean }>(
		session,
		'SELECT coalesce(bool_or(place < ra), false) AS reordered FROM places',
	);
	await session.run(comparedSql(shared, key, { hasSame, hasFlags: keyed?.hasFlags ?? false }));
	return {
		reordered,
		ambiguous: keyed?.ambiguous ?? none,
		sharedKeys: keyed?.sharedKeys ?? [],
		withoutKey: keyed?.withoutKey ?? none,
		drop: () => session.run('DROP TABLE compared; DROP TABLE places; DROP TABLE pairs'),
	};
}

const alone = (name: string): string =>
	`CREATE OR REPLACE TEMP TABLE ${name} AS SELECT r AS rb, NULL::BIGINT AS ra FROM t0 UNION ALL SELECT NULL, r FROM t1`;

const termsOf = (columns: readonly SharedColumn[], side: SideName): string[] =>
	columns.map(({ terms }) => terms[side === 'before' ? 0 : 1]);

/** Two 64-bit hashes: a chance collision of both doesn't happen in practice. */
const hashes = (terms: readonly string[]): string =>
	`hash(${terms.join(', ')}) AS h, hash(${[...terms, "'and'"].join(', ')}) AS i`;

/** Pairs equal rows in order: first with first, until one side has no more. @param where which rows, by `{k0}` … */
function wholeRows(shared: readonly SharedColumn[], where: string): string {
	const side = (name: SideName) => {
		const terms = termsOf(shared, name);
		const rows = `SELECT r, ${hashes(terms)} FROM ${tableOf(tables[name], ...terms)} AS k${where.replaceAll('{side}', name)}`;
		return `SELECT *, row_number() OVER (PARTITION BY h, i ORDER BY r) AS n FROM (${rows})`;
	};
	return `SELECT b.r AS rb, a.r AS ra FROM (${side('before')}) b FULL JOIN (${side('after')}) a ON b.h = a.h AND b.i = a.i AND b.n = a.n`;
}

async function matchByKey(
	session: EngineTables,
	shared: readonly SharedColumn[],
	key: readonly SharedColumn[],
	isUnique: boolean,
): Promise<KeyFacts> {
	const names = key.map((_, index) => `k${index}`);
	const terms = (side: SideName) => termsOf(key, side).map((term, index) => `${term} AS k${index}`);
	for (const side of ['before', 'after'] as const)
		await session.run(
			`CREATE OR REPLACE TEMP VIEW keys_${side} AS SELECT r, ${terms(side).join(', ')} FROM ${tableOf(tables[side], ...terms(side))}`,
		);
	const repeated = (side: SideName) =>
		`SELECT ${names.join(', ')} FROM keys_${side} GROUP BY ${names.join(', ')} HAVING count(*) > 1`;
	const repeating = `${repeated('before')} UNION ${repeated('after')}`;
	const nothing = `SELECT ${names.join(', ')} FROM keys_after LIMIT 0`;
	await session.run(`CREATE OR REPLACE TEMP TABLE repeated AS ${isUnique ? nothing : repeating}`);
	const { n } = await rowOf<{ n: number }>(session, 'SELECT count(*) AS n FROM repeated');
	const isRepeated = (of: string) =>
		`EXISTS (SELECT 1 FROM repeated d WHERE ${names.map((name) => `d.${name} IS NOT DISTINCT FROM ${of}.${name}`).join(' AND ')})`;
	const on = names.map((name) => `b.${name} IS NOT DISTINCT FROM a.${name}`).join(' AND ');
	const single = (side: SideName) => `(SELECT * FROM keys_${side} k WHERE NOT ${isRepeated('k')})`;
	const rest = ` WHERE r IN (SELECT r FROM keys_{side} k WHERE ${isRepeated('k')})`;
	const pairs =
		n === 0
			? flaggedPairs(shared, key)
			: `SELECT b.r AS rb, a.r AS ra FROM ${single('before')} b FULL JOIN ${single('after')} a ON ${on} UNION ALL ${wholeRows(shared, rest)}`;
	await session.run(`CREATE OR REPLACE TEMP TABLE pairs AS ${pairs}`);
	const isNull = names.map((name) => `${name} IS NULL`).join(' OR ');
	const count = (what: string) =>
		rowOf<{ before: number; after: number }>(
			session,
			`SELECT (SELECT count(*) FROM keys_before k WHERE ${what}) AS "before", (SELECT count(*) FROM keys_after k WHERE ${what}) AS "after"`,
		);
	const first = async (side: SideName): Promise<SharedKeys> => {
		const keys = `SELECT min(r) AS first, count(*) AS n FROM keys_${side} k WHERE ${isRepeated('k')} GROUP BY ${names.join(', ')} ORDER BY first LIMIT ${namedKeys}`;
		const texts = key.map((column, index) => `${column[side].text} AS v${index}`);
		const found = await rowsOf<Record<string, string | null> & { n: number }>(
			session,
			`SELECT n, ${texts.join(', ')} FROM (${keys}) JOIN ${tables[side]} ON r = first WHERE n > 1 ORDER BY first`,
		);
		return found.map((row) => ({ side, rows: row.n, values: key.map((_, index) => row[`v${index}`] ?? null) }));
	};
	const facts = {
		hasFlags: n === 0,
		ambiguous: n === 0 ? none : await count(isRepeated('k')),
		sharedKeys: n === 0 ? [] : distinctKeys([...(await first('after')), ...(await first('before'))]),
		withoutKey: isUnique ? none : await count(isNull),
	};
	await session.run('DROP VIEW keys_before; DROP VIEW keys_after; DROP TABLE repeated');
	return facts;
}

/** Each key once, ordered by the side it occurs on first. */
function distinctKeys(keys: SharedKeys): SharedKeys {
	const texts = keys.map(({ values }) => JSON.stringify(values));
	return keys.filter((_, index) => texts.indexOf(texts[index] ?? '') === index).slice(0, namedKeys);
}

/** Which shared columns are compared: matched whole rows are equal by definition. */
const isCompared = (key: readonly SharedColumn[] | null, column: SharedColumn): boolean =>
	key !== null && !key.includes(column);

const differences = (shared: readonly SharedColumn[], key: readonly SharedColumn[] | null): string[] =>
	shared.map((column) => {
		const [before, after] = column.terms;
		return isCompared(key, column) ? `${ofAlias(before, 'b')} IS DISTINCT FROM ${ofAlias(after, 'a')}` : 'false';
	});

const flagged = (terms: readonly string[]): string[] => terms.map((sql, index) => `${sql} AS d${index}`);

/** Pairs rows by a unique key and computes their differences, in a single join. */
function flaggedPairs(shared: readonly SharedColumn[], key: readonly SharedColumn[]): string {
	const differ = differences(shared, key);
	const on = key.map(
		({ terms: [before, after] }) => `${ofAlias(before, 'b')} IS NOT DISTINCT FROM ${ofAlias(after, 'a')}`,
	);
	const [t0, t1] = [tables.before, tables.after].map((table) => tableOf(table, ...differ, ...on));
	const selected = ['b.r AS rb', 'a.r AS ra', ...flagged(differ)].join(', ');
	return `SELECT ${selected} FROM ${t0} b FULL JOIN ${t1} a ON ${on.join(' AND ')}`;
}

function comparedSql(
	shared: readonly SharedColumn[],
	key: readonly SharedColumn[] | null,
	{ hasSame, hasFlags }: { readonly hasSame: boolean; readonly hasFlags: boolean },
): string {
	const differ = differences(shared, key);
	const names = shared.map((_, index) => `d${index}`);
	const changed = names.filter((_, index) => isCompared(key, shared[index] as SharedColumn));
	const anyChanged = changed.join(' OR ') || 'false';
	const matched = 'p.rb IS NOT NULL AND p.ra IS NOT NULL';
	const inBoth = hasFlags
		? `SELECT p.rb, p.ra, ${names.join(', ')} FROM pairs p WHERE ${matched}`
		: changed.length === 0
			? `SELECT p.rb, p.ra, ${flagged(differ).join(', ') || 'false AS d'} FROM pairs p WHERE ${matched}`
			: `SELECT p.rb, p.ra, ${flagged(differ).join(', ')} FROM pairs p JOIN ${tableOf('t0', ...differ)} b ON b.r = p.rb JOIN ${tableOf('t1', ...differ)} a ON a.r = p.ra`;
	const nothing = flagged(shared.map(() => 'false'));
	const pair = [
		'rb',
		'ra',
		'ra AS position',
		`CASE WHEN ${anyChanged} THEN 'changed' ELSE 'same' END AS change`,
		...names,
	];
	const added = ['rb', 'ra', 'ra AS position', `'added' AS change`, ...nothing];
	const removed = ['p.rb', 'p.ra', 'l.place AS position', `'removed' AS change`, ...nothing];
	const both = `SELECT ${pair.join(', ')} FROM (${inBoth})${hasSame ? '' : ` WHERE ${anyChanged}`}`;
	const last = `SELECT ${removed.join(', ')} FROM (SELECT * FROM pairs WHERE ra IS NULL) p ASOF LEFT JOIN places l ON p.rb <= l.rb`;
	return `CREATE OR REPLACE TEMP TABLE compared AS ${both} UNION ALL SELECT ${added.join(', ')} FROM pairs WHERE rb IS NULL UNION ALL ${last}`;
}
