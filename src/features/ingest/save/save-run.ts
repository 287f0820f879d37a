import {
	cancelIngestion,
	commitIngestion,
	getIngestion,
	type IngestionDetail,
	type MappedColumn,
	maxChunks,
	putChunk,
	startIngestion,
} from '#contract/ingest.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/http.ts';
import { type Choices, type openTable, toHex } from '../../../rows/index.ts';
import { SaveRefused, type SaveRows, type StoredSave } from '../../../storage/ingest-saves.ts';

/** Maximum rows per chunk, unless that makes too many chunks; and maximum length in UTF-16 units. */
const chunkRows = 2_000;
const chunkLength = 1_000_000;

/** Nothing was written and the save can't be resumed; start a new one. */
export class SaveEnded extends Error {
	override readonly name = 'SaveEnded';
}

export interface SaveWork {
	readonly source: SaveSource;
	/** Stores the progress. Nothing more is sent until it's stored. */
	readonly keep: (save: StoredSave) => Promise<void>;
	/** @param rows received by the service @param isCommitting whether all were received and are being written */
	readonly onProgress: (rows: number, isCommitting: boolean) => void;
	readonly signal: AbortSignal;
}

/**
 * Starts or resumes a save: sends the chunks the service doesn't have, one by one, and commits. Rows are written
 * exactly once, whatever the interruption.
 * @returns the committed or failed ingestion
 * @throws SaveEnded, ApiError, TableProblem, AbortError
 */
export async function runSave(kept: StoredSave, work: SaveWork): Promise<IngestionDetail> {
	const { signal, keep } = work;
	let save = kept;
	if (save.ingestionId === null) {
		const { target, mode, mapping, misfits } = save;
		const body = { target, mode, mapping, misfits };
		const { id } = await call(startIngestion, { body }, { signal, idempotencyKey: save.key });
		save = { ...save, ingestionId: id };
		await keep(save);
	}
	const ingestionId = save.ingestionId ?? '';
	const params = { ingestionId };
	const found = await call(getIngestion, { params }, { signal });
	if (isOver(found)) return found;
	if (found.state !== 'open' && found.state !== 'committing') {
		throw new SaveEnded(
			`This ingestion ${found.state === 'cancelled' ? 'was canceled' : `has ${found.state}`}, and no rows were written. Start over.`,
		);
	}
	let chunks = found.received.length;
	if (found.state === 'open') {
		save = { ...save, acknowledged: receivedOf(found, save) };
		chunks = await sendRest(save, work);
	}
	work.onProgress(save.total, true);
	return await call(commitIngestion, { params, body: { chunks } }, { signal });
}

const isOver = ({ state }: IngestionDetail): boolean => state === 'committed' || state === 'failed';

/** Result of a save finished by another tab or with a lost response; null if unknown. */
export async function endOf({ ingestionId }: StoredSave): Promise<IngestionDetail | null> {
	if (ingestionId === null) return null;
	const found = await call(getIngestion, { params: { ingestionId } });
	return isOver(found) ? found : null;
}

/**
 * Cancels a save on the service, which deletes what was sent.
 * @returns the ingestion if it had already committed or failed; null if nothing was or will be written
 * @throws SaveRefused while it's being written, ApiError
 */
export async function giveUpSave({ ingestionId }: StoredSave): Promise<IngestionDetail | null> {
	if (ingestionId === null) return null;
	const params = { ingestionId };
	try {
		await call(cancelIngestion, { params });
		return null;
	} catch (error) {
		if (isApiError(error) && error.status === 404) return null;
		if (!isApiError(error) || error.status !== 409) throw error;
		const found = await call(getIngestion, { params });
		if (isOver(found)) return found;
		if (found.state === 'committing')
			throw new SaveRefused('All rows have been sent and are being written. You can no longer cancel.');
		if (found.state === 'open') throw error;
		return null;
	}
}

/** The leading chunks the service has. @throws SaveEnded if they differ from those sent */
function receivedOf({ received }: IngestionDetail, { acknowledged }: StoredSave): StoredSave['acknowledged'] {
	const there = [...received].sort((a, b) => a.chunk - b.chunk);
	const isOurs =
		there.every((candidate, index) => candidate.chunk === index + 1) &&
		acknowledged.every((candidate, index) => there[index]?.sha256 === candidate.sha256);
	if (!isOurs)
		throw new SaveEnded('The rows on the service differ from the rows sent. Cancel this save and start over.');
	return there.map(({ sha256, rows }) => ({ sha256, rows }));
}

/** Returns the total number of chunks. */
async function sendRest(kept: StoredSave, { source, keep, onProgress, signal }: SaveWork): Promise<number> {
	let save = kept;
	const max = Math.max(chunkRows, Math.ceil((save.total * 2) / maxChunks));
	let at = save.acknowledged.reduce((sum, item) => sum + item.rows, 0);
	onProgress(at, false);
	while (at < save.total) {
		const lines = cut(await source.lines(at, max, signal));
		if (lines.length === 0) {
			throw new SaveEnded('The file has changed and has fewer rows now. Cancel this save and start over.');
		}
		const text = lines.join('\n');
		const sha256 = await hashOf(text);
		const chunk = save.acknowledged.length + 1;
		const params = { ingestionId: save.ingestionId ?? '', chunk: String(chunk) };
		await call(putChunk, { params, query: { sha256 }, body: text }, { signal });
		save = { ...save, acknowledged: [...save.acknowledged, { sha256, rows: lines.length }] };
		await keep(save);
		at += lines.length;
		onProgress(at, false);
	}
	return save.acknowledged.length;
}

/** The lines that fit in a chunk, at least one. */
function cut(lines: readonly string[]): readonly string[] {
	let length = 0;
	const end = lines.findIndex((line) => {
		length += line.length + 1;
		return length > chunkLength;
	});
	return end === -1 ? lines : lines.slice(0, Math.max(1, end));
}

async function hashOf(text: string): Promise<string> {
	const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
	return toHex(new Uint8Array(hash));
}

/** Rows of a save as JSON texts, identical on every read. */
export interface SaveSource {
	/** Up to `count` rows starting at `from`. @throws TableProblem, AbortError */
	lines(from: number, count: number, signal: AbortSignal): Promise<readonly string[]>;
	close(): void;
}

export const lineOf = (record: Readonly<Record<string, unknown>>, mapping: readonly MappedColumn[]): string =>
	stringifyJson(
		Object.fromEntries(mapping.flatMap(({ from }) => (record[from] === undefined ? [] : [[from, record[from]]]))),
	);

/** @param open reads a file @throws TableProblem, AbortError */
export async function openSaveSource(
	rows: SaveRows,
	mapping: readonly MappedColumn[],
	open: typeof openTable,
	signal: AbortSignal,
): Promise<SaveSource> {
	if (rows.kind === 'records') {
		return { lines: async (from, count) => rows.lines.slice(from, from + count), close: () => {} };
	}
	const table = await open(rows.file, rows.how as Choices, signal, () => {});
	const names = table.inspection.columns.map((column) => column.name);
	return {
		lines: async (from, count, left) =>
			(await table.rows(from, count, left)).map((row) =>
				lineOf(Object.fromEntries(names.map((name, index) => [name, row[index]])), mapping),
			),
		close: () => table.close(),
	};
}
