import type { Column } from '#contract/dataset.ts';
import { chartRows, compareRows, groupRows, profileRows, proposeKey } from '#contract/rows/analysis.ts';
import {
	exportQueriedRows,
	findRows,
	getResultLink,
	maxInlineRows,
	type StoredResult,
	viewRows,
} from '#contract/rows/queries.ts';
import type { QueriedSource } from '#contract/rows/selection.ts';
import { isApiError } from '../../api/api-error.ts';
import { baseUrl } from '../../api/http.ts';
import { callInLines } from '../../api/lines.ts';
import { readAddress } from '../../api/read-address.ts';
import {
	type Engine,
	engineSource,
	kindOfType,
	memorySource,
	minCells,
	openFile,
	queriedReader,
	type RowSource,
} from '../../rows/index.ts';
import { parseLink, resolveHref } from './output-link.ts';

const operations = {
	viewRows,
	findRows,
	profileRows,
	groupRows,
	chartRows,
	compareRows,
	proposeKey,
	exportQueriedRows,
} as const;

/** The service's engine, for rows it can query. */
const engine: Engine = {
	ask: async (name, body, work) => {
		try {
			return (await callInLines(operations[name], body, work as never)) as never;
		} catch (error) {
			if (!isApiError(error) || error.subErrors.length === 0) throw error;
			throw new Error(error.subErrors.map(({ message }) => message).join(' '), { cause: error });
		}
	},
	open: async (stored, signal) => {
		const file = await openFile({
			url: await addressOf(stored, signal),
			renew: async () => await addressOf(stored, signal),
			signal,
			// The first rows came with the response.
			fromBeginning: false,
		});
		if (file.source === null) throw new Error('The query result isn’t a table.');
		return { source: file.source, close: file.close };
	},
	download: async (stored, signal) => {
		const answer = await fetch(await addressOf(stored, signal), { signal, credentials: 'omit' });
		if (!answer.ok) throw new Error(`The object store returned status ${answer.status}. Try again.`);
		return await answer.blob();
	},
};

async function addressOf({ href }: StoredResult, signal: AbortSignal): Promise<string> {
	const { text, url } = await readAddress(getResultLink.id, resolveHref(href, baseUrl()), signal);
	return parseLink(text, url, 0).downloadUrl;
}

/** Whether the service queries this many rows faster than they can be read here. */
export const isLarge = (rows: RowSource): boolean => rows.rowCount * rows.columns.length >= minCells;

/** Queries rows with the service's engine. @param rows reads them unchanged */
export const queriedRows = (rows: RowSource, source: QueriedSource): RowSource => engineSource(rows, engine, source);

/** Uses the service's engine for large tables. */
export const inEngine = (rows: RowSource, source: QueriedSource): RowSource =>
	isLarge(rows) ? queriedRows(rows, source) : rows;

/** A table of which only the shape is known. The service runs queries on all rows; windows are read from a view. */
export function queriedTable(columns: readonly Column[], rowCount: number, source: QueriedSource): RowSource {
	let opened: Promise<RowSource> | null = null;
	const open = async (): Promise<RowSource> => {
		// Shared by all windows, so no caller may abort it.
		const { signal } = new AbortController();
		const names = columns.map(({ name }) => name);
		const body = { source, filter: [], sort: [], columns: names, first: maxInlineRows };
		const view = await engine.ask('viewRows', body, { signal });
		if (view.stored !== null) return (await engine.open(view.stored, signal)).source;
		const readers = view.columns.map(({ name, type }) => ({ name, read: queriedReader(type) }));
		return memorySource(
			shown,
			view.rows.map((row) => readers.map(({ name, read }) => read(row[name]))),
		);
	};
	const shown = columns.map(({ name, type }) => ({ name, type, kind: kindOfType(type) }));
	const rows: RowSource['rows'] = async (window, signal) => {
		opened ??= open();
		return await (await opened).rows(window, signal);
	};
	return queriedRows({ columns: shown, rowCount, rows }, source);
}
