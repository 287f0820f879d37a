import type { DatasetCoordinate } from '#contract/dataset.ts';
import { cleanFile, type FileCleaning } from '#contract/file-cleaning.ts';
import { type FileReview, putFilePiece, type ReviewRequest, reviewFile } from '#contract/file-ingestion.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import { cancelIngestion, commitIngestion, getIngestion, type IngestionDetail } from '#contract/ingest.ts';
import { isPassing } from '../../../api/api-error.ts';
import { call } from '../../../api/http.ts';
import { readAgain, retryDelayAfter } from '../../../api/retry.ts';
import { pause } from '../../../lib/pause.ts';
import { toHex } from '../../../rows/index.ts';

/** Bytes per piece, below the service's request limit. */
const pieceBytes = 4 * 1_024 * 1_024;

/** A file stored by the service. */
export interface Upload {
	readonly id: string;
	readonly pieces: number;
	readonly name: string;
}

/** Sends a file in pieces. @param onProgress bytes received by the service */
export async function sendFile(
	file: File,
	target: DatasetCoordinate,
	exists: boolean,
	onProgress: (bytes: number) => void,
	signal: AbortSignal,
): Promise<Upload> {
	const body = {
		target,
		mode: exists ? ('append' as const) : ('create' as const),
		file: { name: file.name, bytes: file.size },
	};
	const { id } = await call(startFileIngestion, { body }, { signal });
	const pieces = Math.max(1, Math.ceil(file.size / pieceBytes));
	try {
		for (let piece = 1; piece <= pieces; piece += 1) {
			const part = file.slice((piece - 1) * pieceBytes, piece * pieceBytes);
			const sha256 = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer())));
			const params = { ingestionId: id, piece: String(piece) };
			const body = new File([part], file.name, { type: 'application/octet-stream' });
			// The service accepts the same piece twice.
			await readAgain(() => call(putFilePiece, { params, query: { sha256 }, body }, { signal }), signal);
			onProgress(Math.min(file.size, piece * pieceBytes));
		}
	} catch (error) {
		void giveUp(id);
		throw error;
	}
	return { id, pieces, name: file.name };
}

/** The latest review of each upload: whoever left it during a review and comes back waits until decisions are stored. */
const reviews = new Map<string, Promise<unknown>>();

export function reviewUpload({ id }: Upload, body: ReviewRequest, signal: AbortSignal): Promise<FileReview> {
	const review = call(reviewFile, { params: { ingestionId: id }, body }, { signal });
	const settled = review.then(
		() => {},
		() => {},
	);
	reviews.set(id, settled);
	void settled.then(() => reviews.get(id) === settled && reviews.delete(id));
	return review;
}

/** Makes the service clean more values, and returns the progress. */
export const cleanUpload = ({ id }: Upload, signal: AbortSignal): Promise<FileCleaning> =>
	readAgain(() => call(cleanFile, { params: { ingestionId: id } }, { signal }), signal);

/** An earlier upload with its target. If it's being saved, waits for the result; what has ended is returned as it is. */
export async function findUpload(
	id: string,
	signal: AbortSignal,
): Promise<{ readonly upload: Upload; readonly target: DatasetCoordinate } | IngestionDetail> {
	await reviews.get(id);
	const found = await readAgain(() => call(getIngestion, { params: { ingestionId: id } }, { signal }), signal);
	const upload = { id, pieces: found.chunks, name: found.fileName ?? '' };
	if (found.state === 'open') return { upload, target: found.target };
	return found.state === 'committing' ? await commitUpload(upload) : found;
}

/**
 * @param basis of the review that was shown; absent: whatever the dataset is now @returns the finished ingestion, even if the response was lost
 * @throws ApiError if nothing was written
 */
export async function commitUpload({ id, pieces }: Upload, basis?: string): Promise<IngestionDetail> {
	const params = { ingestionId: id };
	for (;;) {
		try {
			return await call(commitIngestion, { params, body: { chunks: pieces, basis } });
		} catch (error) {
			if (!isPassing(error)) throw error;
			const found = await readAgain(() => call(getIngestion, { params })).catch(() => null);
			if (found?.state === 'committed' || found?.state === 'failed') return found;
			// Committing again waits for the same work.
			if (found?.state !== 'committing') throw error;
			await pause(retryDelayAfter(0, error));
		}
	}
}

/** Deletes what was sent. If that fails, the service deletes it after a day. */
export const giveUp = (id: string): Promise<void> =>
	call(cancelIngestion, { params: { ingestionId: id } }).then(
		() => undefined,
		() => undefined,
	);
