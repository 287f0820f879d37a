import type { TrialHint, TrialSide } from '#contract/link.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { isIntegerType } from '#lib/sql/types.ts';
import type { FoundEnd, ReadLink } from './link-ends.ts';
import { type Ask, countsOf, sampleOf, type TrialResult, tableOf, typeOf } from './link-trial-source.ts';

const samples = 20;
const hintKinds = {
	case: (k: string) => `lower(${k})`,
	trim: (k: string) => `trim(${k})`,
	leadingZeros: (k: string) => `ltrim(${k}, '0')`,
	accents: (k: string) => `strip_accents(${k})`,
	all: (k: string) => `strip_accents(lower(ltrim(trim(${k}), '0')))`,
} as const;

export async function tryExact(ask: Ask, read: ReadLink, most: number): Promise<TrialResult> {
	const keys = keysOf(read, most);
	const [from, to] = await figures(ask, read, keys);
	const values = await ask(`${keys.tables} SELECT side, matched, value, n FROM (
		SELECT *, row_number() OVER (PARTITION BY side, matched ORDER BY n DESC, k) AS place FROM ends
	) WHERE place <= ${samples} ORDER BY place`);
	const pick = (side: string, matched: boolean) =>
		values
			.filter((candidate) => candidate.side === side && candidate.matched === matched)
			.map((item) => ({ value: String(item.value), rows: Number(item.n) }));
	const withSamples = (side: 'from' | 'to', item: typeof from): TrialSide => ({
		...item,
		matched: pick(side, true),
		unmatched: pick(side, false),
	});
	const hints = keys.text ? await hintsOf(ask, keys.tables, from.matchedDistinct) : [];
	return { from: withSamples('from', from), to: withSamples('to', to), hints, distances: null };
}

interface Keys {
	/** `WITH …`: `f` and `t` are the sides by key, `ends` both of them with whether they match. */
	readonly tables: string;
	readonly text: boolean;
}

function keysOf({ from, to, options }: ReadLink, most: number): Keys {
	const kinds = [from, to].map((end) => numericKind(typeOf(end)));
	const text = kinds.includes(null);
	const type = kinds.includes('float') ? 'DOUBLE' : kinds.includes('decimal') ? 'DECIMAL(38, 10)' : 'HUGEINT';
	const key = ({ column }: FoundEnd) => {
		if (!text) return `CAST(CAST(${quoted(column)} AS ${type}) AS VARCHAR)`;
		const value = `CAST(${quoted(column)} AS VARCHAR)`;
		const trimmed = options.trim ? `trim(${value})` : value;
		return options.caseSensitive ? trimmed : `lower(${trimmed})`;
	};
	const grouped = (end: FoundEnd, sample: string) =>
		`SELECT k, any_value(v) AS value, count(*) AS n FROM (
			SELECT ${key(end)} AS k, CAST(${quoted(end.column)} AS VARCHAR) AS v FROM ${tableOf(end)}${sample}
		) WHERE k IS NOT NULL GROUP BY k`;
	const tables = `WITH f AS MATERIALIZED (${grouped(from, sampleOf(from, most))}),
		t AS MATERIALIZED (${grouped(to, '')}),
		ends AS MATERIALIZED (
			SELECT 'from' AS side, f.*, f.k IN (SELECT k FROM t) AS matched FROM f
			UNION ALL SELECT 'to' AS side, t.*, t.k IN (SELECT k FROM f) AS matched FROM t
		)`;
	return { tables, text };
}

async function figures(ask: Ask, read: ReadLink, keys: Keys) {
	const rows = await ask(`${keys.tables} SELECT side, sum(n) AS with_value, count(*) AS different, max(n) AS most,
		coalesce(sum(n) FILTER (matched), 0) AS matched_rows, count(*) FILTER (matched) AS matched_distinct
		FROM ends GROUP BY side`);
	const of = (name: string) => rows.find(({ side }) => side === name);
	return [countsOf(read.from, of('from')), countsOf(read.to, of('to'))] as const;
}

/** Other ways to compare that match more, each with the number of distinct values per side that then match. */
async function hintsOf(ask: Ask, tables: string, matched: number): Promise<TrialHint[]> {
	const counts = Object.entries(hintKinds).map(
		([kind, change]) => `SELECT '${kind}' AS kind,
			(SELECT count(*) FROM f WHERE ${change('f.k')} IN (SELECT ${change('t.k')} FROM t)) AS "from",
			(SELECT count(*) FROM t WHERE ${change('t.k')} IN (SELECT ${change('f.k')} FROM f)) AS "to"`,
	);
	const found = (await ask(`${tables} ${counts.join(' UNION ALL ')}`)).map((item) => ({
		kind: String(item.kind),
		from: Number(item.from),
		to: Number(item.to),
	}));
	const single = found.filter((candidate) => candidate.kind !== 'all' && candidate.from > matched);
	const best = Math.max(matched, ...single.map((item) => item.from));
	const all = found.filter((candidate) => candidate.kind === 'all' && candidate.from > best);
	return [...all, ...single].sort((a, b) => b.from - a.from);
}

function numericKind(type: string): 'integer' | 'decimal' | 'float' | null {
	if (isIntegerType(type)) return 'integer';
	if (type.startsWith('DECIMAL')) return 'decimal';
	return type === 'DOUBLE' || type === 'FLOAT' ? 'float' : null;
}
