import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type {
	FileOptions,
	FileReview,
	misfitActions,
	newColumnActions,
	ReviewRequest,
} from '#contract/file-ingestion.ts';
import type { NewFileIngestion } from '#contract/file-start.ts';
import { foldName } from '#contract/ids.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { listText } from '#lib/text/list-text.ts';
import { callerNow } from '../access/tokens.ts';
import type { Caller } from '../core/caller.ts';
import { conflict, invalid, ServiceError, unauthorized } from '../core/service-error.ts';
import type { WorkKind } from '../state/admission.ts';
import { unrecorded } from '../state/audit-trail.ts';
import type { Platform } from '../state/platform.ts';
import { putChunk } from './chunks.ts';
import { cleanFile } from './clean-file.ts';
import { cancelIngestion } from './end.ts';
import { findOwn } from './find.ts';
import type { createIngestions } from './ingestions.ts';
import { lastPlan } from './last-plan.ts';
import { reviewFile } from './review.ts';
import { startFileIngestion, targetDataset } from './start.ts';

interface Upload {
	readonly wanted: NewFileIngestion;
	readonly decided: {
		/** What happens to values that don't fit; null: any such value prevents saving. */
		readonly misfits: (typeof misfitActions)[number] | null;
		/** What happens to columns that the dataset lacks; null: any such column prevents saving. */
		readonly newColumns: (typeof newColumnActions)[number] | null;
		/** Null: rows with the same key, or without one, prevent saving. */
		readonly duplicates: ReviewRequest['duplicates'] | null;
		readonly emptyKeys: ReviewRequest['emptyKeys'] | null;
		/** Null: rows that the dataset already has are added again. */
		readonly existingRows: ReviewRequest['existingRows'] | null;
		/** Null: any line that can't be parsed prevents saving. */
		readonly skipLines: boolean | null;
		/** Null: as for the last file of the dataset. */
		readonly clean: boolean | null;
		readonly options: FileOptions;
	};
	readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** How often a busy service is retried, once per second. */
const mostTries = 30;
const signedOut =
	'Nothing was saved: the access token has expired or was revoked. Use another token and upload the file again.';

/** Receives a complete file, reviews and commits it. A file that can't be saved leaves nothing behind. @throws ServiceError */
export async function uploadFile(
	platform: Platform,
	ingestions: ReturnType<typeof createIngestions>,
	caller: Caller,
	{ wanted, decided, pieces }: Upload,
	signal: AbortSignal,
): Promise<IngestionDetail> {
	/** Retries, so that received data isn't lost because the service is busy for a moment. */
	const admitted = async <T>(kind: WorkKind, work: () => Promise<T>, tries = 0): Promise<T> => {
		const leave = await platform.admission.enter(kind, caller.userId).catch(async (error: unknown) => {
			const isBusy = error instanceof ServiceError && (error.code === 'OVERLOADED' || error.code === 'RATE_LIMITED');
			if (!isBusy || tries === 0) throw error;
			return null;
		});
		if (leave !== null) return work().finally(leave);
		await setTimeout(1_000, undefined, { signal });
		return admitted(kind, work, tries - 1);
	};
	const { id } = await unrecorded(() => admitted('catalog', () => startFileIngestion(platform, caller, wanted)));
	try {
		let chunk = 0;
		for await (const body of pieces) {
			// A large file may fill the disk while it arrives.
			await platform.storage.assertWritable();
			if ((await callerNow(platform, caller)) === null) throw unauthorized(signedOut);
			chunk += 1;
			const sha256 = createHash('sha256').update(body).digest('hex');
			const piece = { kind: 'piece', chunk, sha256, body } as const;
			const put = () => putChunk(platform, caller, id, piece, signal);
			await unrecorded(() => admitted('catalog', put, mostTries));
		}
		if (chunk === 0)
			throw invalid([
				{
					code: 'REQUIRED',
					path: 'body',
					message: 'The file is empty, or the request has no body. Send a file as the body.',
				},
			]);
		const save = async () => {
			await unrecorded(() => review(platform, caller, id, decided, signal));
			return ingestions.commit(caller, id, { chunks: chunk });
		};
		return await admitted('rows', save, mostTries);
	} catch (error) {
		const cancel = () => cancelIngestion(platform, caller, id, ingestions.isCommitting);
		await unrecorded(cancel).catch((problem: unknown) => {
			platform.log.error(`Couldn’t cancel ingestion ${id} after its file was rejected`, problem);
		});
		throw error;
	}
}

async function review(
	platform: Platform,
	caller: Caller,
	id: string,
	{ misfits, newColumns, duplicates, emptyKeys, existingRows, skipLines, clean, options }: Upload['decided'],
	signal: AbortSignal,
): Promise<void> {
	const first = {
		...(skipLines === null ? {} : { skipLines }),
		...(duplicates === null ? {} : { duplicates }),
		...(emptyKeys === null ? {} : { emptyKeys }),
		...(existingRows === null ? {} : { existingRows }),
		options,
		isOneRequest: true,
	};
	let found = await reviewFile(platform, caller, id, first, signal);
	assertNoDoubts(found);
	/** What was decided about a column before, such as the cleaning rules turned off. */
	const earlier = (from: string) => found.decided?.columns?.find((column) => column.from === from);
	const isCleaned = clean ?? found.cleansAsBefore ?? false;
	const { row, target } = await findOwn(platform.catalog.db, caller, id);
	const last = await lastPlan(platform, row);
	const before = await targetDataset(platform.catalog.db, row.namespaceId, target, row.mode);
	const known = new Set(before?.columns.map(({ name }) => foldName(name)));
	const lacking = found.columns.flatMap(({ from, column }) => (column === '' ? [from] : []));
	const leftOut = new Set(last?.columns?.flatMap(({ from, column }) => (column === '' ? [from] : [])));
	// Columns that were left out of the last file are left out again; `add` refers to them only if nothing else is new.
	const never = lacking.filter((name) => !leftOut.has(name));
	const unknown =
		never.length > 0 || newColumns !== 'add' ? never : lacking.filter((name) => !known.has(foldName(name)));
	if (unknown.length > 0 && newColumns === null) throw conflict(unknownText(unknown));
	if (unknown.length > 0 && newColumns === 'add') {
		const columns = found.columns.map((column) => ({
			...{ ...earlier(column.from), from: column.from },
			...(unknown.includes(column.from) ? { column: column.from, isNew: true } : { column: column.column }),
		}));
		found = await reviewFile(platform, caller, id, { columns }, signal);
	}
	if (isCleaned) {
		while (!(await cleanFile(platform, caller, id, signal)).isDone) signal.throwIfAborted();
		found = await reviewFile(platform, caller, id, {}, signal);
	}
	if (misfits === null || !found.columns.some((column) => column.misfits > 0)) return assertNoProblems(found);
	const columns = found.columns.map(({ from, column, isNew = false, misfits: count }) => ({
		...{ ...earlier(from), from, column, isNew },
		...(count > 0 ? { misfits } : {}),
	}));
	assertNoProblems(await reviewFile(platform, caller, id, { columns }, signal));
}

const unknownText = (names: readonly string[]): string => {
	const list = listText(
		names.map((name) => `"${name}"`),
		'or',
	);
	const pronoun = names.length === 1 ? 'it' : 'them';
	return `Nothing was saved. The dataset has no column for ${list}. Set newColumns=add to add ${pronoun}, or newColumns=skip to leave ${pronoun} out.`;
};

function assertNoDoubts({ doubts = [] }: FileReview): void {
	if (doubts.length === 0) return;
	const texts = doubts.flatMap(({ option, values, remark }) => {
		const [first, ...others] = values.map((value) => `${option}=${encodeURIComponent(value)}`);
		if (first === undefined) return [remark];
		const or = option === 'encoding' ? ', or another encoding,' : others.length === 0 ? '' : ` or ${others.at(-1)}`;
		return [remark, `Add ${[first, ...others.slice(0, -1)].join(', ')}${or} to the URL.`];
	});
	throw conflict(['Nothing was saved.', ...texts].join(' '));
}

function assertNoProblems({ problems, columns, rejectedLines, ...keys }: FileReview): void {
	if (problems.length === 0) return;
	const hints = [
		...(columns.some(({ misfits, action }) => misfits > 0 && action === null)
			? ['If a value doesn’t fit, set misfits=null to save it as null, or misfits=skip to skip its row.']
			: []),
		...(columns.some(({ ambiguous, type }) => ambiguous && type !== 'VARCHAR')
			? ['To resolve ambiguous values, set dateOrder to day or month, or decimal to a point or a comma.']
			: []),
		...keyHints(keys),
		...(rejectedLines.total > 0 ? ['Set skipLines=true to skip lines that couldn’t be parsed.'] : []),
	];
	throw conflict(['Nothing was saved.', ...problems, ...hints].join(' '));
}

function keyHints({ duplicateKeys, emptyKeys, decided }: Pick<FileReview, 'duplicateKeys' | 'emptyKeys' | 'decided'>) {
	const [repeated] = decided?.duplicates === undefined ? duplicateKeys.first : [];
	const hints = [];
	if (repeated !== undefined) {
		const { key, rows, lines } = repeated;
		const places = lines === undefined ? `rows ${rows.join(', ')}` : `lines ${lines.join(', ')}`;
		hints.push(
			`The key ${key.join(', ')} is in ${places}. Set duplicates=first or duplicates=last to save one of the rows, or duplicates=skip for none.`,
		);
	}
	if ((emptyKeys?.total ?? 0) > 0 && decided?.emptyKeys === undefined)
		hints.push('Set emptyKeys=skip to skip rows without a key.');
	return hints;
}
