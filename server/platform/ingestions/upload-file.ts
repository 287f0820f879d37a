import { createHash } from 'node:crypto';
import type { FileReview, misfitActions, NewFileIngestion } from '#contract/file-ingestion.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import type { Caller } from '../core/caller.ts';
import { conflict, invalid } from '../core/service-error.ts';
import type { WorkKind } from '../state/admission.ts';
import type { Platform } from '../state/platform.ts';
import { putChunk } from './chunks.ts';
import { cancelIngestion } from './end.ts';
import type { createIngestions } from './ingestions.ts';
import { reviewFile } from './review.ts';
import { startFileIngestion } from './start.ts';

interface Upload {
	readonly wanted: NewFileIngestion;
	readonly decided: {
		/** What becomes of values that don't fit; null: nothing is saved while there are any. */
		readonly misfits: (typeof misfitActions)[number] | null;
		readonly skipLines: boolean;
	};
	readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Takes a whole file in, reviews and commits it. Nothing is left of one that can't be saved. @throws ServiceError */
export async function uploadFile(
	platform: Platform,
	ingestions: ReturnType<typeof createIngestions>,
	caller: Caller,
	{ wanted, decided, pieces }: Upload,
	signal: AbortSignal,
): Promise<IngestionDetail> {
	const admitted = async <T>(kind: WorkKind, work: () => Promise<T>): Promise<T> => {
		const leave = await platform.admission.enter(kind, caller.userId);
		return work().finally(leave);
	};
	const { id } = await admitted('catalog', () => startFileIngestion(platform, caller, wanted));
	try {
		let chunk = 0;
		for await (const body of pieces) {
			// A large file may fill the disk while it comes.
			await platform.storage.assertWritable();
			chunk += 1;
			const sha256 = createHash('sha256').update(body).digest('hex');
			await admitted('catalog', () => putChunk(platform, caller, id, { kind: 'piece', chunk, sha256, body }, signal));
		}
		if (chunk === 0)
			throw invalid([{ code: 'REQUIRED', path: 'body', message: 'The body is missing: send the file.' }]);
		return await admitted('rows', async () => {
			await review(platform, caller, id, decided, signal);
			return ingestions.commit(caller, id, chunk);
		});
	} catch (error) {
		await cancelIngestion(platform, caller, id, ingestions.isCommitting).catch((problem: unknown) => {
			platform.log.error(`ingestion ${id} of a file that was refused could not be canceled`, problem);
		});
		throw error;
	}
}

async function review(
	platform: Platform,
	caller: Caller,
	id: string,
	{ misfits, skipLines }: Upload['decided'],
	signal: AbortSignal,
): Promise<void> {
	const found = await reviewFile(platform, caller, id, { skipLines }, signal);
	if (misfits === null || !found.columns.some((column) => column.misfits > 0)) return assertNoProblems(found);
	const columns = found.columns.map(({ from, column, misfits: count }) => ({
		...{ from, column },
		...(count > 0 ? { misfits } : {}),
	}));
	assertNoProblems(await reviewFile(platform, caller, id, { columns }, signal));
}

function assertNoProblems({ problems, columns, rejectedLines }: FileReview): void {
	if (problems.length === 0) return;
	const hints = [
		...(columns.some(({ misfits, action }) => misfits > 0 && action === null)
			? ['misfits=null leaves values empty that don’t fit, misfits=skip leaves out their rows.']
			: []),
		...(rejectedLines.total > 0 ? ['skipLines=true leaves out lines that can’t be read.'] : []),
	];
	throw conflict(['Nothing was saved.', ...problems, ...hints].join(' '));
}
