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

/** Bytes of a piece: less than a service takes in one request. */
const pieceBytes = 4 * 1_024 * 1_024;

/** A file that the service has. */
export interface Upload {
	readonly id: string;
	readonly pieces: number;
	readonly name: string;
}

/** Sends a file piece by piece. @param onProgress bytes that the service has */
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
			// The service takes the same piece twice.
			await readAgain(() => call(putFilePiece, { params, query: { sha256 }, body }, { signal }), signal);
			onProgress(Math.min(file.size, piece * pieceBytes));
		}
	} catch (error) {
		void giveUp(id);
		throw error;
	}
	return { id, pieces, name: file.name };
}

export const reviewUpload = (upload: Upload, body: ReviewRequest, signal: AbortSignal): Promise<FileReview> =>
	call(reviewFile, { params: { ingestionId: upload.id }, body }, { signal });

/** Has the service clean the next values, and says how far it is. */
export const cleanUpload = ({ id }: Upload, signal: AbortSignal): Promise<FileCleaning> =>
	readAgain(() => call(cleanFile, { params: { ingestionId: id } }, { signal }), signal);

/** An upload that was begun before: as it is, or as it ended once what is being saved is saved. */
export async function findUpload(id: string, signal: AbortSignal): Promise<Upload | IngestionDetail> {
	const found = await readAgain(() => call(getIngestion, { params: { ingestionId: id } }, { signal }), signal);
	const upload = { id, pieces: found.chunks, name: found.fileName ?? '' };
	if (found.state === 'open') return upload;
	return found.state === 'committing' ? await commitUpload(upload) : found;
}

/** @returns the ingestion as it ended, also where the answer to that was lost. @throws ApiError where nothing was written */
export async function commitUpload({ id, pieces }: Upload): Promise<IngestionDetail> {
	const params = { ingestionId: id };
	for (;;) {
		try {
			return await call(commitIngestion, { params, body: { chunks: pieces } });
		} catch (error) {
			if (!isPassing(error)) throw error;
			const found = await readAgain(() => call(getIngestion, { params })).catch(() => null);
			if (found?.state === 'committed' || found?.state === 'failed') return found;
			// To commit again is to wait for the same work.
			if (found?.state !== 'committing') throw error;
			await pause(retryDelayAfter(0, error));
		}
	}
}

/** What was sent is removed; where that fails, the service removes it after a day. */
export const giveUp = (id: string): Promise<void> =>
	call(cancelIngestion, { params: { ingestionId: id } }).then(
		() => undefined,
		() => undefined,
	);
