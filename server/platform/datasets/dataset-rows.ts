import type * as z from 'zod/mini';
import type { DatasetPath } from '#contract/dataset.ts';
import { type Column, type getRows, maxRowsAtOnce } from '#contract/dataset.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { literal, quoted, quotedPath } from '#lib/sql/quoting.ts';
import { EngineError, SourceGoneError, withoutAdvice } from '../../engine/errors.ts';
import type { EngineRows } from '../../engine/types.ts';
import { type FoundDataset, findDataset, toReadable } from '../access/dataset-access.ts';
import type { Caller } from '../core/caller.ts';
import { invalid, notFound, ServiceError } from '../core/service-error.ts';
import { partsOf } from '../parts/parts.ts';
import { neededParts, partsWith, type ReadParts, withParts } from '../parts/with-rows.ts';
import { type Condition, readFilter } from '../rows/row-filter.ts';
import { readSort, type SortColumn } from '../rows/row-sort.ts';
import { edgeOf, reachOf } from '../rows/sort-edge.ts';
import type { Platform } from '../state/platform.ts';
import { orderedColumns } from './dataset-list.ts';
import { atVersion, readVersion } from './kept-versions.ts';

type RowsRequest = z.infer<typeof getRows.query>;

const defaultLimit = 100;
/** Maximum bytes of rows in one response; larger pages contain fewer rows. */
const maxBytes = 32 * 2 ** 20;

/**
 * Rows of a dataset as the engine wrote them: UTF-8, JSON objects separated by commas.
 * @param signal aborts when nobody is waiting for the rows anymore
 */
export async function readRows(
	platform: Platform,
	caller: Caller,
	path: DatasetPath,
	request: RowsRequest,
	signal: AbortSignal,
) {
	const { db } = platform.catalog;
	const found = await atVersion(db, await findDataset(db, caller, path), readVersion(request));
	const columns = orderedColumns(found.row);
	const problems: Problem[] = [];
	const offset = readCount(request.offset, 'offset', 0, Number.MAX_SAFE_INTEGER, 0, problems);
	const limit = readCount(request.limit, 'limit', 1, maxRowsAtOnce, defaultLimit, problems);
	const sort = readSort(request.sort, columns);
	const filter = readFilter(request.filter, columns);
	problems.push(...sort.problems, ...filter.problems);
	if (problems.length > 0) throw invalid(problems);

	const where = whereOf(filter.conditions);
	const read = await partsToRead(platform, found, where, sort.lead, offset, limit);
	const engine = createAsker(platform, caller, read, signal);
	try {
		const upTo = edgeOf(tableOf(found), where, sort.lead, read.parts, read.offset + limit);
		const sql = selectRows(found, columns, where + upTo, sort.terms, read.offset, limit);
		const { joined: rows, count, truncated } = await engine(sql, limit, true);
		// Count only if this page didn't reach the end; a truncated page didn't.
		const seen = count > 0 || offset === 0 ? offset + count : null;
		const ended = seen !== null && count < limit && !truncated;
		const total = where === '' ? found.row.rows : ended ? seen : await countRows(engine, found, where);
		return { columns, rows, total };
	} catch (error) {
		throw await explained(error, engine, filter.conditions);
	}
}

type Asker = (sql: string, most: number, joined?: boolean) => Promise<EngineRows>;

/** The parts that a page comes from, and its offset in them: by row counts in storage order, otherwise by column statistics. */
async function partsToRead(
	platform: Platform,
	found: FoundDataset,
	where: string,
	lead: SortColumn | null,
	offset: number,
	limit: number,
): Promise<ReadParts & { readonly offset: number }> {
	const { coordinate, sha256 } = toReadable(found);
	const parts = (await partsOf(platform.catalog.db, [sha256])).get(sha256) ?? [];
	if (where === '' && lead === null) return { coordinate, ...partsWith(parts, offset, limit) };
	const whole = { coordinate, parts };
	// With a filter, it's unknown how many rows of a part match.
	const condition = where === '' && lead !== null ? reachOf(lead, parts, offset + limit) : where;
	const [needed = whole] = await neededParts(platform, [whole], `SELECT 1 FROM ${tableOf(found)}${condition}`);
	return { ...needed, offset };
}

const createAsker =
	(platform: Platform, caller: Caller, read: ReadParts, signal: AbortSignal): Asker =>
	(sql, most, joined = false) =>
		withParts(platform, [read], (sources) =>
			platform.engine.query({
				sources,
				sql,
				lane: `${caller.userId} rows`,
				quick: true,
				signal,
				most,
				maxBytes,
				joined,
			}),
		);

function selectRows(
	found: FoundDataset,
	columns: readonly Column[],
	where: string,
	sort: readonly string[],
	offset: number,
	limit: number,
): string {
	const names = columns.map((column) => quoted(column.name)).join(', ');
	const end = `LIMIT ${limit} OFFSET ${offset}`;
	if (sort.length === 0) return `SELECT ${names} FROM ${tableOf(found)}${where} ${end}`;
	// Break ties by storage order, so that no page repeats or skips a row.
	const row = quoted(unusedName(columns));
	const numbered = `SELECT *, row_number() OVER () AS ${row} FROM ${tableOf(found)}${where}`;
	return `SELECT ${names} FROM (${numbered}) ORDER BY ${[...sort, row].join(', ')} ${end}`;
}

async function countRows(engine: Asker, found: FoundDataset, where: string): Promise<number> {
	const { rows } = await engine(`SELECT count(*) AS n FROM ${tableOf(found)}${where}`, 1);
	return Number(/\d+/.exec(rows[0] ?? '')?.[0]);
}

const tableOf = ({ namespace, row }: FoundDataset): string => quotedPath([namespace.owner, namespace.name, row.name]);

const whereOf = (conditions: readonly Condition[]): string =>
	conditions.length === 0 ? '' : ` WHERE ${conditions.map((condition) => `(${condition.sql})`).join(' AND ')}`;

function unusedName(columns: readonly Column[]): string {
	const taken = new Set(columns.map((column) => column.name.toLowerCase()));
	let name = '~row';
	while (taken.has(name)) name += '~';
	return name;
}

/** Explains an engine error: names a value that doesn't match its column's type; otherwise uses our own wording. */
async function explained(error: unknown, engine: Asker, conditions: readonly Condition[]): Promise<unknown> {
	if (!(error instanceof EngineError)) return error;
	if (error.code === 'DEADLINE_EXCEEDED' || error.code === 'MEMORY_EXCEEDED') {
		const what = withoutAdvice(error.message).replaceAll('The run ', 'The query ');
		const message = `${what} Narrow the filter, or remove the sort.`;
		return invalid([{ code: 'TOO_LARGE', path: 'sort', message }]);
	}
	if (error.code === 'OUTPUT_TOO_LARGE') return new ServiceError('PAYLOAD_TOO_LARGE', error.message);
	if (error instanceof SourceGoneError) {
		return notFound('This dataset’s rows were just replaced or deleted. Try again.');
	}
	const casts = conditions.flatMap((condition) => condition.casts);
	if (error.code !== 'SQL_ERROR' || casts.length === 0) return error;
	const checks = casts.map((cast, index) => `TRY_CAST(${literal(cast.text)} AS ${cast.type}) IS NULL AS "${index}"`);
	const { rows } = await engine(`SELECT ${checks.join(', ')}`, 1);
	const failed: unknown = JSON.parse(rows[0] ?? '{}');
	const wrong = casts.filter((_, index) => Object(failed)[index] === true);
	if (wrong.length === 0) return error;
	return invalid(
		wrong.map(({ path, text, type }) => ({
			code: 'INVALID_FORMAT',
			path,
			message: `"${text}" isn’t a valid ${type}.`,
		})),
	);
}

function readCount(
	text: string | undefined,
	path: string,
	least: number,
	most: number,
	fallback: number,
	problems: Problem[],
): number {
	if (text === undefined) return fallback;
	const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
	if (value >= least && value <= most) return value;
	const range =
		most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most.toLocaleString('en')}`;
	problems.push({ code: 'INVALID_VALUE', path, message: `${path} must be a whole number ${range}, not "${text}".` });
	return fallback;
}
