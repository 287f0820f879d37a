import type * as z from 'zod/mini';
import type { chartRows, RowsChart } from '#contract/rows/analysis.ts';
import { literal } from '#lib/sql/quoting.ts';
import { number } from '../../engine/tables/text-macros.ts';
import type { EngineTables } from '../../engine/types.ts';
import { invalid } from '../core/service-error.ts';
import { type Asking, ask, rowOf, rowsOf } from './ask.ts';
import { type Binning, binsBetween } from './bins.ts';
import { namedColumn, type QueriedColumn, type QueriedRelation, relationOf, tableOf, whereOf } from './columns.ts';
import { readSource } from './read-source.ts';

type ChartRequest = z.output<typeof chartRows.body>;
type Point = RowsChart['points'][number];
type ChartColumn = ChartRequest['x'];

/** Maximum numbers of series, counted categories, and groups on a numeric or time axis. */
const maxSeries = 8;
const maxCategories = 200_000;
const maxGroups = 50_000;
/** Up to this many distinct numbers each have their own position; above, they are binned, as is a density along x and y. */
const fewValues = 24;
const usualPieces = 40;
const lattice = [64, 40] as const;

/** Aggregates rows for a chart, like the console's worker. */
export async function chartRowsOf(asking: Asking, request: ChartRequest): Promise<RowsChart> {
	const { source, ...wanted } = request;
	const tables = await readSource(asking, source);
	const { answer } = await ask<RowsChart>(asking, tables, ['chart', wanted], async (session) => {
		const relation = relationOf(session, 0, tables.tables[0]?.order ?? null);
		return { answer: await chart(session, relation, wanted), file: null };
	});
	return answer;
}

async function chart(
	session: EngineTables,
	relation: QueriedRelation,
	request: Omit<ChartRequest, 'source'>,
): Promise<RowsChart> {
	const of = ({ column, role }: ChartColumn, path: string) =>
		keyOf(namedColumn(relation, column, `${path}.column`), role);
	const isPoints = request.kind !== 'groups';
	if (isPoints && (request.y == null || [request.x, request.y].some(({ role }) => role === 'category')))
		throw invalid([
			{
				code: 'INVALID_VALUE',
				path: 'y',
				message: 'Scatter and density charts need numbers or times for both x and y.',
			},
		]);
	const x = of(request.x, 'x');
	const y = request.y == null ? '1::DOUBLE' : request.y.role === 'category' ? 'NULL' : of(request.y, 'y');
	const series = request.series == null ? 'NULL' : of(request.series, 'series');
	const where = await whereOf(session, relation, request.filter);
	const finite = (name: string, role: string) =>
		role === 'category' ? name : `CASE WHEN isfinite(${name}) THEN ${name} END`;
	const rows = `SELECT ${x} AS x, ${y} AS y, ${series} AS s, r FROM ${tableOf(relation.table, x, y, series, where)}${where}`;
	// NULL can't be drawn.
	await session.run(
		`CREATE OR REPLACE TEMP VIEW drawn AS SELECT ${finite('x', request.x.role)} AS x, CASE WHEN isfinite(y) THEN y END AS y, s, r FROM (${rows})`,
	);
	const found = await seriesOf(session, request.series ?? null);
	const { total } = await rowOf<{ total: number }>(session, 'SELECT count(*) AS total FROM drawn');
	const common = {
		xRole: request.x.role,
		series: found.names,
		total,
		allSeries: found.all > found.names.length ? found.all : null,
	};
	const rest = isPoints
		? await pointsOf(session, request, found.rank, found.names)
		: await groupsOf(session, request, found.rank, found.names);
	await session.run('DROP VIEW drawn');
	const { drawn, ...shape } = rest;
	return { ...common, ...shape, leftOut: total - drawn };
}

interface Drawn extends Pick<RowsChart, 'points' | 'categories' | 'every' | 'isPlain'> {
	/** Number of rows in a point. */
	readonly drawn: number;
}

/** A value as a number, as ms since 1970, or as a category; NULL for none. */
function keyOf({ value, text, kind, type }: QueriedColumn, role: ChartColumn['role']): string {
	if (role === 'category') return kind === 'blob' ? 'NULL' : `CASE WHEN ${text} = '' THEN '(empty)' ELSE ${text} END`;
	if (role === 'time') {
		if (type !== 'DATE' && !type.startsWith('TIMESTAMP')) return 'NULL::DOUBLE';
		return `CASE WHEN isfinite(${value}) AND date_part('year', ${value}) BETWEEN 0 AND 9999 THEN CAST(epoch_ms(CAST(${value} AS TIMESTAMP)) AS DOUBLE) END`;
	}
	if (kind === 'integer' || kind === 'decimal' || kind === 'float') return `CAST(${value} AS DOUBLE)`;
	return kind === 'text' ? `TRY_CAST(trim(${value}) AS DOUBLE)` : 'NULL::DOUBLE';
}

/** The most frequent series, and the expression of a row's index among them; NULL for other rows. */
async function seriesOf(session: EngineTables, series: ChartColumn | null) {
	if (series === null) return { names: [], all: 0, rank: '0' };
	const counted = `SELECT s, count(*) AS n, min(r) AS f FROM drawn WHERE s IS NOT NULL${series.role === 'category' ? '' : ' AND NOT isnan(s)'} GROUP BY s`;
	const name = series.role === 'number' ? `${number}(s, CAST(s AS VARCHAR))` : 's';
	const found = await rowsOf<{ s: string | number; k: string; every: number }>(
		session,
		`SELECT s, CAST(${name} AS VARCHAR) AS k, count(*) OVER () AS every FROM (${counted}) ORDER BY n DESC, f LIMIT ${maxSeries}`,
	);
	const all = found[0]?.every ?? 0;
	if (series.role === 'category' && all > maxCategories) throw tooMany(series.column);
	const cases = found.map(({ s }, index) => `WHEN ${typeof s === 'number' ? s : literal(s)} THEN ${index}`);
	const names = found.map(({ s, k }) => (series.role === 'time' ? timeName(Number(s)) : k));
	return { names, all, rank: cases.length === 0 ? 'NULL' : `CASE s ${cases.join(' ')} END` };
}

const tooMany = (name: string) =>
	invalid([
		{
			code: 'TOO_LARGE',
			path: 'x.column',
			message: `"${name}" has more than ${maxCategories.toLocaleString('en')} distinct values. Choose another column.`,
		},
	]);

/** Distinct times have distinct names. */
const timeName = (at: number): string =>
	new Date(at)
		.toISOString()
		.replace('T', ' ')
		.replace(/(?:(?: 00:00:00)?\.000)?Z$/, '');

interface Group {
	readonly k: number | string;
	readonly e: number | null;
	readonly s: number;
	readonly v: number;
	readonly n: number;
	readonly f: number;
}

const aggregates = {
	count: 'count(*)',
	sum: 'sum(y)',
	mean: 'avg(y)',
	median: 'quantile_cont(y, 0.5)',
	min: 'min(y)',
	max: 'max(y)',
} as const;

async function groupsOf(
	session: EngineTables,
	{ x, y, aggregate = 'count', step = null, limit }: Omit<ChartRequest, 'source'>,
	rank: string,
	names: readonly string[],
): Promise<Drawn> {
	const bins = x.role === 'number' ? await binsOf(session) : null;
	const start = step === null ? null : `date_trunc('${step}', make_timestamp(CAST(x AS BIGINT) * 1000))`;
	const after = step === 'quarter' ? "INTERVAL '3 months'" : `INTERVAL '1 ${step}'`;
	const [key, end] =
		x.role === 'time' && start !== null
			? [`CAST(epoch_ms(${start}) AS DOUBLE)`, `CAST(epoch_ms(${start} + ${after}) AS DOUBLE)`]
			: [bins === null ? 'x' : `CAST(${bins.sql('x')} AS DOUBLE)`, 'NULL'];
	const rows = `SELECT ${key} AS k, ${end} AS e, ${rank} AS s, y, r FROM drawn WHERE x IS NOT NULL AND y IS NOT NULL`;
	const grouped = `SELECT k, e, s, ${aggregates[aggregate]} AS v, count(*) AS n, min(r) AS f FROM (${rows}) WHERE s IS NOT NULL GROUP BY k, e, s`;
	const max = x.role === 'category' ? maxCategories * maxSeries : maxGroups * Math.max(1, names.length);
	const counted = `CREATE OR REPLACE TEMP TABLE groups AS ${grouped}`;
	await session.run(counted);
	const { groups, drawn, alone, categories } = await rowOf<{
		groups: number;
		drawn: number;
		alone: boolean;
		categories: number;
	}>(
		session,
		'SELECT count(*) AS groups, coalesce(sum(n), 0)::BIGINT AS drawn, coalesce(bool_and(n = 1), true) AS alone, count(DISTINCT k) AS categories FROM groups',
	);
	if (groups > max || (x.role === 'category' && categories > maxCategories)) throw tooMany(x.column);
	const order = 'ORDER BY k, s';
	const ranked = `SELECT k, sum(abs(v)) AS size, min(f) AS first FROM groups GROUP BY k ORDER BY size DESC, first LIMIT ${limit}`;
	const chosen =
		x.role === 'category'
			? `SELECT g.* FROM groups g JOIN (SELECT k, row_number() OVER () AS place FROM (${ranked})) USING (k) ORDER BY place, s`
			: `SELECT * FROM groups ${order}`;
	const found = await pagesOf<Group>(session, chosen);
	await session.run('DROP TABLE groups');
	const points = found.map(({ k, e, s, v, n }): Point => {
		const at = bins === null ? { x: k, xEnd: e } : { x: bins.start(Number(k)), xEnd: bins.start(Number(k) + 1) };
		return { ...at, y: v, yEnd: null, series: names[s] ?? null, rows: n };
	});
	return {
		points,
		drawn,
		categories: x.role === 'category' && categories > limit ? categories : null,
		every: null,
		isPlain: y != null && alone,
	};
}

/** Bins of x; null if there are so few distinct numbers that each has its own position. */
async function binsOf(session: EngineTables): Promise<Binning | null> {
	const { n } = await rowOf<{ n: number }>(
		session,
		`SELECT count(*) AS n FROM (SELECT DISTINCT x FROM drawn WHERE x IS NOT NULL LIMIT ${fewValues + 1})`,
	);
	return n <= fewValues ? null : rangeOf(session, 'x', '', usualPieces);
}

async function rangeOf(session: EngineTables, of: string, where: string, pieces: number): Promise<Binning> {
	const sql = `SELECT min(${of}) AS least, max(${of}) AS most FROM drawn${where}`;
	const { least, most } = await rowOf<{ least: number | null; most: number | null }>(session, sql);
	return binsBetween(least ?? 0, most ?? 1, pieces);
}

async function pointsOf(
	session: EngineTables,
	{ kind, limit }: Omit<ChartRequest, 'source'>,
	rank: string,
	names: readonly string[],
): Promise<Drawn> {
	const where = ` WHERE x IS NOT NULL AND y IS NOT NULL AND ${rank} IS NOT NULL`;
	const { drawn } = await rowOf<{ drawn: number }>(session, `SELECT count(*) AS drawn FROM drawn${where}`);
	const rest = { drawn, categories: null, isPlain: kind === 'points' };
	if (kind === 'density') {
		const [x, y] = [await rangeOf(session, 'x', where, lattice[0]), await rangeOf(session, 'y', where, lattice[1])];
		const cells = `SELECT ${x.sql('x')} AS i, ${y.sql('y')} AS j, count(*) AS n, min(r) AS f FROM drawn${where} GROUP BY i, j ORDER BY f`;
		const found = await pagesOf<{ i: number; j: number; n: number }>(session, cells);
		const points = found.map(
			({ i, j, n }): Point => ({
				x: x.start(i),
				xEnd: x.start(i + 1),
				y: y.start(j),
				yEnd: y.start(j + 1),
				series: null,
				rows: n,
			}),
		);
		return { ...rest, points, every: null };
	}
	const every = Math.max(1, Math.ceil(drawn / limit));
	const numbered = `SELECT x, y, ${rank} AS s, row_number() OVER (ORDER BY r) - 1 AS k FROM drawn${where}`;
	const found = await pagesOf<{ x: number; y: number; s: number }>(
		session,
		`SELECT x, y, s FROM (${numbered}) WHERE k % ${every} = 0 ORDER BY k`,
	);
	const points = found.map(
		({ x, y, s }): Point => ({ x, xEnd: null, y, yEnd: null, series: names[s] ?? null, rows: 1 }),
	);
	return { ...rest, points, every: every > 1 ? every : null };
}

/** All rows of a SELECT with possibly many rows. */
async function pagesOf<T>(session: EngineTables, sql: string): Promise<T[]> {
	const { rows } = await session.rows(sql, { maxRows: maxGroups * maxSeries });
	return rows.map((row): T => JSON.parse(row));
}
