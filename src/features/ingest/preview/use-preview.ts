import { type IngestRecord, type PreviewRow, previewIngest } from '#contract/ingest.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/http.ts';
import { useTask } from '../../../data-views/use-task.ts';
import { formatCount } from '../../../lib/format.ts';
import { useScope } from '../../session/queries.ts';
import { bodyOf, type Instructions } from '../model.ts';
import { findRefused } from './find-refused.ts';

/** A record the service rejects on its own. */
export interface RefusedRecord {
	/** 0-based, among the records sent. */
	readonly index: number;
	readonly record: IngestRecord;
	/** The reason, with the record's number among those sent. */
	readonly message: string;
}

interface Previewed {
	readonly inputs: readonly IngestRecord[];
	readonly outputs: readonly PreviewRow[];
	readonly refused: readonly RefusedRecord[];
}

interface PreviewRequest {
	readonly sent: readonly IngestRecord[];
	readonly instructions: Instructions;
	/** Number of records checked while isolating rejected ones. */
	readonly settled: number | null;
}

/** Whether an error is about the data sent. */
export const isRefusal = (error: unknown): boolean => isApiError(error) && [400, 413, 422].includes(error.status);

/** Previews records with the service, without saving. */
export function usePreview() {
	const { user } = useScope();
	const { task, run, cancel } = useTask<Previewed, PreviewRequest>(null);
	const send = (part: readonly IngestRecord[], instructions: Instructions, signal: AbortSignal) =>
		call(previewIngest, { body: bodyOf([...part], instructions, user) }, { signal });

	const ask = (sent: readonly IngestRecord[], instructions: Instructions) =>
		run(async (signal, onProgress) => {
			onProgress({ sent, instructions, settled: null });
			return { inputs: sent, outputs: await send(sent, instructions, signal), refused: [] };
		});

	/** Bisects a rejected batch to isolate the offending records. */
	const isolateRefused = (sent: readonly IngestRecord[], instructions: Instructions) =>
		run(async (signal, onProgress) => {
			const onSettled = (settled: number) => onProgress({ sent, instructions, settled });
			onSettled(0);
			const sendPart = (part: readonly IngestRecord[]) => send(part, instructions, signal);
			const found = await findRefused(sent, sendPart, isRefusal, signal, onSettled);
			const indexes = new Set(found.refused.map(({ index }) => index));
			return {
				inputs: sent.filter((_, index) => !indexes.has(index)),
				outputs: found.answers.flatMap(({ answer }) => answer),
				refused: found.refused.map(({ index, error }) => ({
					index,
					record: sent[index] ?? {},
					message: messageOf(error, index),
				})),
			};
		});
	return { preview: task, ask, isolateRefused, stop: cancel };
}

/** The service numbers a single record 1, so its real number is substituted. */
const messageOf = (error: unknown, index: number): string => {
	if (!isApiError(error)) return `Record ${formatCount(index + 1)}: ${String(error)}`;
	const messages = error.subErrors.length > 0 ? error.subErrors.map(({ message }) => message) : [error.message];
	const text = messages.map((message) => message.replace(/^Record 1(, )?/, '')).join(' ');
	return `Record ${formatCount(index + 1)}${messages[0]?.startsWith('Record 1,') ? ',' : ':'} ${text}`;
};
