import { useEffect, useRef, useState } from 'react';
import { type IngestRecord, type PreviewRow, previewIngest } from '#contract/ingest.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/http.ts';
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

export type Preview =
	| { readonly state: 'none' }
	| { readonly state: 'asking'; readonly settled: number | null; readonly total: number }
	| {
			readonly state: 'failed';
			readonly error: unknown;
			readonly sent: readonly IngestRecord[];
			readonly instructions: Instructions;
	  }
	| {
			readonly state: 'done';
			readonly inputs: readonly IngestRecord[];
			readonly outputs: readonly PreviewRow[];
			readonly refused: readonly RefusedRecord[];
	  };

/** Whether an answer is a verdict on what was sent. */
export const isRefusal = (error: unknown): boolean => isApiError(error) && [400, 413, 422].includes(error.status);

type Send = (part: readonly IngestRecord[]) => Promise<PreviewRow[]>;

/** Asks the service what it would make of records; nothing is saved by it. */
export function usePreview() {
	const { user } = useScope();
	const [preview, setPreview] = useState<Preview>({ state: 'none' });
	const current = useRef<AbortController>(null);
	useEffect(() => () => current.current?.abort(), []);

	async function run(
		sent: readonly IngestRecord[],
		instructions: Instructions,
		settled: number | null,
		work: (send: Send, signal: AbortSignal) => Promise<Omit<Extract<Preview, { state: 'done' }>, 'state'>>,
	): Promise<void> {
		current.current?.abort();
		const controller = new AbortController();
		current.current = controller;
		const { signal } = controller;
		setPreview({ state: 'asking', settled, total: sent.length });
		const send: Send = async (part) => {
			return await call(previewIngest, { body: bodyOf([...part], instructions, user) }, { signal });
		};
		try {
			setPreview({ state: 'done', ...(await work(send, signal)) });
		} catch (error) {
			if (!signal.aborted) setPreview({ state: 'failed', error, sent, instructions });
		}
	}

	const ask = (inputs: readonly IngestRecord[], instructions: Instructions) =>
		run(inputs, instructions, null, async (send) => ({ inputs, outputs: await send(inputs), refused: [] }));

	/** Sends halves of what was refused until the records that cause it stand alone. */
	const isolateRefused = (sent: readonly IngestRecord[], instructions: Instructions) =>
		run(sent, instructions, 0, async (send, signal) => {
			const found = await findRefused(sent, send, isRefusal, signal, (settled) =>
				setPreview({ state: 'asking', settled, total: sent.length }),
			);
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

	const stop = () => {
		current.current?.abort();
		setPreview({ state: 'none' });
	};
	return { preview, ask, isolateRefused, stop };
}

/** It was sent alone, so that the service counts it as the first: its own number is told once. */
const messageOf = (error: unknown, index: number): string => {
	if (!isApiError(error)) return `Record ${formatCount(index + 1)}: ${String(error)}`;
	const messages = error.subErrors.length > 0 ? error.subErrors.map(({ message }) => message) : [error.message];
	const text = messages.map((message) => message.replace(/^Record 1(, )?/, '')).join(' ');
	return `Record ${formatCount(index + 1)}${messages[0]?.startsWith('Record 1,') ? ',' : ':'} ${text}`;
};
