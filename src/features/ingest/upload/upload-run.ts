import type { DatasetCoordinate } from '#contract/dataset.ts';
import {
	type FileReview,
	putFilePiece,
	type ReviewRequest,
	reviewFile,
	startFileIngestion,
} from '#contract/file-ingestion.ts';
import { cancelIngestion, commitIngestion, type IngestionDetail } from '#contract/ingest.ts';
import { call } from '../../../api/http.ts';
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
	const body = { target, mode: exists ? ('append' as const) : ('create' as const), file: { name: file.name } };
	const { id } = await call(startFileIngestion, { body }, { signal });
	const pieces = Math.max(1, Math.ceil(file.size / pieceBytes));
	try {
		for (let piece = 1; piece <= pieces; piece += 1) {
			const part = file.slice((piece - 1) * pieceBytes, piece * pieceBytes);
			const sha256 = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer())));
			const params = { ingestionId: id, piece: String(piece) };
			await call(
				putFilePiece,
				{ params, query: { sha256 }, body: new File([part], file.name, { type: 'application/octet-stream' }) },
				{ signal },
			);
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

export const commitUpload = ({ id, pieces }: Upload): Promise<IngestionDetail> =>
	call(commitIngestion, { params: { ingestionId: id }, body: { chunks: pieces } });

/** What was sent is removed; where that fails, the service removes it after a day. */
export const giveUp = (id: string): Promise<void> =>
	call(cancelIngestion, { params: { ingestionId: id } }).then(
		() => undefined,
		() => undefined,
	);
