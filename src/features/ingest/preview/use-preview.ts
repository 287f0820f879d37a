import { type IngestRecord, type PreviewRow, previewIngest } from '#contract/ingest.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/http.ts';
import { useTask } from '../../../data-views/use-task.ts';
import { formatCount } from '../../../lib/format.ts';
import { useScope } from '../../session/queries.ts';
import { bodyOf, type Instructions } from '../model.ts';
import { findRefused } from './find-refused.ts';

/** A record that the service refuses by itself. */
export interface RefusedRecord {
	/** Among the records that were sent, from 0. */
	readonly index: number;
	readonly record: IngestRecord;
	/** Why, with the record's number among those that were sent. */
	readonly message: string;
}

interface Previewed {
	readonly inputs: readonly IngestRecord[];
	readonly outputs: readonly PreviewRow[];
	readonly refused: readonly RefusedRecord[];
}

interface Asked {
	readonly sent: readonly IngestRecord[];
	readonly instructions: Instructions;
	/** Of the records, while those that are refused are looked for. */
	readonly settled: number | null;
}

/** Whether an answer is a verdict on what was sent. */
export const isRefusal = (error: unknown): boolean => isApiError(error) && [400, 413, 422].includes(error.status);

/** Asks the service what it would make of records; nothing is saved by it. */
export function usePreview() {
	const { user } = useScope();
	const { task, run, cancel } = useTask<Previewed, Asked>(null);
	const send = (part: readonly IngestRecord[], instructions: Instructions, signal: AbortSignal) =>
		call(previewIngest, { body: bodyOf([...part], instructions, user) }, { signal });

	const ask = (sent: readonly IngestRecord[], instructions: Instructions) =>
		run(async (signal, onProgress) => {
			onProgress({ sent, instructions, settled: null });
			return { inputs: sent, outputs: await send(sent, instructions, signal), refused: [] };
		});

	/** Sends halves of what was refused until the records that cause it stand alone. */
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

/** The service calls a record that was sent alone the first one, so its real number replaces that. */
const messageOf = (error: unknown, index: number): string => {
	if (!isApiError(error)) return `Record ${formatCount(index + 1)}: ${String(error)}`;
	const messages = error.subErrors.length > 0 ? error.subErrors.map(({ message }) => message) : [error.message];
	const text = messages.map((message) => message.replace(/^Record 1(, )?/, '')).join(' ');
	return `Record ${formatCount(index + 1)}${messages[0]?.startsWith('Record 1,') ? ',' : ':'} ${text}`;
};
