import { and, asc, eq } from 'drizzle-orm';
import { formatCoordinate } from '#contract/dataset.ts';
import { maxListed } from '#contract/file-ingestion.ts';
import {
	type FileReading,
	type MappedColumn,
	maxRejectedKept,
	type RejectedRow,
	type SavedChanges,
} from '#contract/ingest.ts';
import { EngineError } from '../../engine/errors.ts';
import type {
	CutPart,
	Effect,
	EngineFile,
	EngineFileRead,
	EngineValues,
	OnReading,
	StepResult,
	WantedValues,
} from '../../engine/types.ts';
import { type FilePlan, ingestionChunks } from '../../store/catalog/schema/ingestions.ts';
import { CorruptObjectError } from '../../store/objects/types.ts';
import type { DatasetRow } from '../access/dataset-access.ts';
import type { Caller } from '../core/caller.ts';
import { conflict } from '../core/service-error.ts';
import { corrupt, uploadedData } from '../parts/corrupt-data.ts';
import type { Platform } from '../state/platform.ts';
import { type BaseParts, engineBase } from './base.ts';
import { assertOpen, isOfSender } from './chunks.ts';
import { engineCleaning } from './cleaning.ts';
import { sureOptions } from './file-plan.ts';
import { type FoundIngestion, findOwn } from './find.ts';
import { rememberedColumns } from './last-plan.ts';
import { savedChanges } from './saved-changes.ts';
import { engineText } from './stopped.ts';

/** The result of an ingestion, before it's stored in a dataset. */
export interface LoadedIngestion {
	/** Null if nothing can be written. */
	readonly written: (StepResult & { readonly parts?: readonly CutPart[] }) | null;
	readonly columns: readonly { readonly name: string; readonly type: string }[];
	/** Which field or column of the file fills which column. */
	readonly mapping: readonly MappedColumn[];
	readonly sent: number;
	readonly rejected: number;
	readonly rejectedRows: readonly RejectedRow[];
	readonly effect: Effect;
	/** Absent for rows that weren't sent as a file. */
	readonly changes?: SavedChanges;
	dispose(): Promise<void>;
}

export interface Loading {
	readonly found: FoundIngestion;
	readonly before: DatasetRow | null;
	readonly base: BaseParts;
	/** How the last file was read, if this one is read the same way. */
	readonly last: FilePlan | null;
	readonly signal: AbortSignal;
}

/** The rows of an ingestion as a file that isn't part of a dataset yet. @throws ServiceError CONFLICT if they can't be written */
export async function loadIngestion(platform: Platform, caller: Caller, loading: Loading): Promise<LoadedIngestion> {
	if (loading.found.row.file !== null) return loadFile(platform, caller, loading);
	const { row } = loading.found;
	const { before, base, signal } = loading;
	const typeOf = (column: string) =>
		row.mode === 'replace' ? null : (before?.columns.find((candidate) => candidate.name === column)?.type ?? null);
	const received = await receivedBy(platform, row.id);
	const loaded = await reading(platform, caller, loading, received, (fileOf) =>
		platform.engine.load({
			chunks: received.map((item) => ({ file: fileOf(item.object), rows: item.rows })),
			columns: row.mapping.map(({ column, type }) => ({ name: column, type: typeOf(column) ?? type ?? null })),
			base: engineBase(before, base, fileOf),
			mode: row.mode,
			key: row.key ?? [],
			skipInvalid: row.misfits === 'aside',
			lane: caller.userId,
			signal,
		}),
	).catch((error: unknown) => {
		throw error instanceof EngineError ? conflict(`Nothing was written. ${engineText(error)}`) : error;
	});
	if (loaded.problem === null) return { ...loaded, mapping: row.mapping };
	await loaded.dispose();
	throw conflict(`Nothing was written. ${loaded.problem}`);
}

/** Reads the file of an ingestion. @throws EngineError, ServiceError */
export async function readUpload(
	platform: Platform,
	caller: Caller,
	loading: Loading,
	isWritten: boolean,
	listed: number,
): Promise<EngineFileRead> {
	const { before, base, found } = loading;
	const { id, cleaning } = found.row;
	const received = await receivedBy(platform, id);
	const remembered = rememberedColumns(loading.last);
	const changes = cleaning === null ? [] : cleaning.columns.flatMap((column) => column.changes);
	const objects = [...received, ...changes.map((object) => ({ object }))];
	return reading(platform, caller, loading, objects, (fileOf) => {
		const pieces = received.map((item) => fileOf(item.object));
		const job = fileJob(loading, caller, pieces, engineBase(before, base, fileOf));
		const cleaning = engineCleaning(found.row, fileOf);
		const kept = base.kept.reduce((sum, part) => sum + (part.known?.bytes ?? 0), 0);
		const parts = { kept, largest: platform.settings.partBytes };
		const compared = base.compared?.map((part) => fileOf(part.sha256)) ?? null;
		return reported(platform, id, (onProgress) =>
			platform.engine.readFile({ ...job, remembered, cleaning, isWritten, parts, listed, compared, onProgress }),
		);
	});
}

/** The distinct values of columns in the file of an ingestion. @throws EngineError, ServiceError */
export async function readFileValues<T>(
	platform: Platform,
	caller: Caller,
	loading: Loading,
	wanted: WantedValues,
	work: (found: EngineValues) => Promise<T>,
): Promise<T> {
	const received = await receivedBy(platform, loading.found.row.id);
	return reading(platform, caller, loading, received, async (fileOf) => {
		const pieces = received.map((item) => fileOf(item.object));
		const base = engineBase(loading.before, loading.base, fileOf);
		const job = fileJob(loading, caller, pieces, base);
		const found = await reported(platform, loading.found.row.id, (onProgress) =>
			platform.engine.readValues({ ...job, onProgress }, wanted),
		);
		return work(found).finally(() => found.dispose());
	});
}

/** Keeps the progress of reading a file for everybody who asks for the ingestion. */
async function reported<T>(
	{ readings }: Platform,
	id: string,
	read: (onProgress: OnReading) => Promise<T>,
): Promise<T> {
	let last: FileReading | undefined;
	try {
		return await read((step, done, total) => {
			last = { step, percent: total === 0 ? null : Math.floor((100 * Math.min(done, total)) / total) };
			readings.set(id, last);
		});
	} finally {
		if (readings.get(id) === last) readings.delete(id);
	}
}

/** How to read a file, without cleaning. */
function fileJob(
	{ found: { row }, before, signal }: Loading,
	{ userId: lane }: Caller,
	pieces: readonly string[],
	base: EngineFile['base'],
): EngineFile {
	const { file, plan, mode, key } = row;
	return {
		remembered: [],
		fixedLines: plan?.fixedLines ?? [],
		listed: maxListed,
		pieces,
		name: file?.name ?? '',
		options: plan === null ? {} : sureOptions(plan),
		columns: plan?.columns ?? null,
		skipLines: plan?.skipLines ?? false,
		duplicates: plan?.duplicates ?? 'refuse',
		emptyKeys: plan?.emptyKeys ?? 'refuse',
		newColumns: plan?.newColumns ?? 'skip',
		compared: null,
		existingRows: plan?.existingRows ?? 'add',
		cleaning: null,
		parts: null,
		base,
		rowsBefore: before?.rows ?? 0,
		mode,
		key: key ?? [],
		isWritten: false,
		lane,
		signal,
	};
}

async function loadFile(platform: Platform, caller: Caller, loading: Loading): Promise<LoadedIngestion> {
	const { review, skipped, written, dispose } = await readUpload(
		platform,
		caller,
		loading,
		true,
		maxRejectedKept,
	).catch((error: unknown) => {
		throw error instanceof EngineError ? conflict(`Nothing was written. ${engineText(error)}`) : error;
	});
	if (review.problems.length > 0) {
		await dispose();
		throw conflict(`Nothing was written. ${review.problems.join(' ')}`);
	}
	const used = review.columns.filter(({ column }) => column !== '');
	return {
		written,
		columns: used.map(({ column, type }) => ({ name: column, type })),
		mapping: used.map(({ from, column, type }) => ({ from, column, type })),
		sent: review.rows + review.rejectedLines.total,
		rejected: review.skippedRows + review.rejectedLines.total,
		rejectedRows: rejectedOf({ review, skipped }),
		effect: review.effect,
		changes: savedChanges(loading.found.row, review),
		dispose,
	};
}

/** Lines that aren't rows, and skipped rows. */
const rejectedOf = ({ review, skipped }: Pick<EngineFileRead, 'review' | 'skipped'>): RejectedRow[] =>
	[
		...review.rejectedLines.first.map(({ line, problem, text }) => ({
			row: line,
			reasons: [{ column: 'line', message: problem }],
			values: {},
			text,
		})),
		...skipped,
	].slice(0, maxRejectedKept);

const receivedBy = ({ catalog }: Platform, id: string) =>
	catalog.db
		.select()
		.from(ingestionChunks)
		.where(and(eq(ingestionChunks.ingestionId, id), isOfSender))
		.orderBy(asc(ingestionChunks.chunk));

/** Runs work with the objects that contain the received data and the dataset's rows. */
async function reading<T>(
	platform: Platform,
	caller: Caller,
	{ found, base }: Loading,
	received: readonly { readonly object: string }[],
	work: (fileOf: (object: string) => string) => Promise<T>,
): Promise<T> {
	const own = [...base.rewritten, ...(base.compared ?? [])].map((part) => part.sha256);
	try {
		return await platform.objects.withFiles([...received.map((item) => item.object), ...own], work);
	} catch (error) {
		if (!(error instanceof CorruptObjectError) || own.includes(error.sha256)) throw error;
		// The received data is removed if another request ends the ingestion.
		assertOpen(await findOwn(platform.catalog.db, caller, found.row.id));
		throw corrupt(platform.log, error, uploadedData(formatCoordinate(found.target)));
	}
}
