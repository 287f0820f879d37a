import { useEffect, useRef, useState } from 'react';
import { type IngestRecord, type PreviewRow, previewIngest } from '#contract/ingest.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { formatCount } from '../../lib/format.ts';
import { findRefused } from './halve.ts';
import { bodyOf, type Instructions } from './model.ts';

/** A record that the service refuses by itself. */
export interface RefusedRecord {
	/** Its place among the records that were sent, from 0. */
	readonly index: number;
	readonly record: IngestRecord;
	/** Why, with the record's number among those that were sent. */
	readonly message: string;
}

export type Preview =
	| { readonly state: 'none' }
	| { readonly state: 'asking'; readonly settled: number | null; readonly total: number }
	| {
			readonly state: 'failed';
			readonly error: unknown;
			readonly sent: readonly IngestRecord[];
			readonly told: Instructions;
	  }
	| {
			readonly state: 'done';
			readonly inputs: readonly IngestRecord[];
			readonly outputs: readonly PreviewRow[];
			readonly refused: readonly RefusedRecord[];
	  };

/** Whether an answer is a verdict on what was sent. */
export const isRefusal = (error: unknown): boolean => isApiError(error) && [400, 413, 422].includes(error.status);

/** Asks the service what it would make of records; nothing is saved by it. @param me username of whoever asks */
export function usePreview(me: string) {
	const [preview, setPreview] = useState<Preview>({ state: 'none' });
	const current = useRef<AbortController>(null);
	useEffect(() => () => current.current?.abort(), []);
	const begin = (total: number, settled: number | null): AbortSignal => {
		current.current?.abort();
		current.current = new AbortController();
		setPreview({ state: 'asking', settled, total });
		return current.current.signal;
	};
	const send = (told: Instructions, signal: AbortSignal) => async (part: readonly IngestRecord[]) =>
		(await call(previewIngest, { body: bodyOf([...part], told, me) }, { signal })) as PreviewRow[];

	async function ask(inputs: readonly IngestRecord[], told: Instructions): Promise<void> {
		const signal = begin(inputs.length, null);
		try {
			const outputs = await send(told, signal)(inputs);
			setPreview({ state: 'done', inputs, outputs, refused: [] });
		} catch (error) {
			if (!signal.aborted) setPreview({ state: 'failed', error, sent: inputs, told });
		}
	}

	/** Sends halves of what was refused until the records that cause it stand alone. */
	async function halve(sent: readonly IngestRecord[], told: Instructions): Promise<void> {
		const signal = begin(sent.length, 0);
		const progress = (settled: number) => setPreview({ state: 'asking', settled, total: sent.length });
		try {
			const found = await findRefused(sent, send(told, signal), isRefusal, signal, progress);
			const places = new Map(found.refused.map(({ index, error }) => [index, error]));
			const refused = [...places].map(([index, error]) => ({
				index,
				record: sent[index] ?? {},
				message: messageOf(error, index),
			}));
			setPreview({
				state: 'done',
				inputs: sent.filter((_, index) => !places.has(index)),
				outputs: found.answers.flatMap((it) => it.answer),
				refused,
			});
		} catch (error) {
			if (!signal.aborted) setPreview({ state: 'failed', error, sent, told });
		}
	}
	const stop = () => {
		current.current?.abort();
		setPreview({ state: 'none' });
	};
	return { preview, ask, halve, stop };
}

/** It was sent alone, so that the service counts it as the first: its own number is told once. */
const messageOf = (error: unknown, index: number): string => {
	if (!isApiError(error)) return `Record ${formatCount(index + 1)}: ${String(error)}`;
	const messages = error.subErrors.length > 0 ? error.subErrors.map(({ message }) => message) : [error.message];
	const said = messages.map((message) => message.replace(/^Record 1(, )?/, '')).join(' ');
	return messages[0]?.startsWith('Record 1,') === true
		? `Record ${formatCount(index + 1)}, ${said}`
		: `Record ${formatCount(index + 1)}: ${said}`;
};
