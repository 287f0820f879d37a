import { appendFile, writeFile } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PreviewRequest } from '#contract/ingest.ts';
import { createYield } from '#lib/concurrency/yield.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { describeError } from '../../../logging/log.ts';
import { jsonOfBody, textOfBody } from '../../core/body-text.ts';
import { explainIssues } from '../../core/issues.ts';
import { invalid, ServiceError } from '../../core/service-error.ts';
import { readChunk } from '../chunk-rows.ts';
import { cleanValues } from '../clean-values.ts';
import { preview } from '../preview.ts';
import { choosePreviewModel } from '../preview-model.ts';
import type { ValueLookup } from '../value-lookup.ts';
import type { Answer, Ask, LoggedError, ThreadReply, ThreadSettings, Work } from './messages.ts';

/** The thread that parses, processes and writes records, so that the service's main thread stays responsive. */
const settings = workerData as ThreadSettings;
const { model } = choosePreviewModel(settings, {
	error(message, ...errors) {
		// Described here, because an error loses its name when it's sent to the service, and the name tells whether it quotes user data.
		const causes = errors.map((error) => (error instanceof Error ? describeError(error) : String(error)));
		parentPort?.postMessage({ message: [message, ...causes].join(' ') } satisfies LoggedError);
	},
	request: null,
	disconnected: null,
	info: null,
});

parentPort?.on('message', ({ work, port }: Ask) => void serve(work, port));

type Done = Extract<ThreadReply, { kind: 'previewed' | 'written' | 'cleaned' }>;

async function serve(work: Work, port: MessagePort): Promise<void> {
	const { lookup, signal } = listen(port);
	try {
		const reply = await perform(work, lookup, signal);
		port.postMessage(reply, reply.kind === 'previewed' ? [reply.json.buffer] : []);
	} catch (error) {
		port.postMessage(refusalOf(error));
	}
}

function perform(work: Work, lookup: ValueLookup, signal: AbortSignal): Promise<Done> {
	switch (work.kind) {
		case 'preview':
			return previewed(work.body, lookup, signal);
		case 'chunk':
			return written(work, signal);
		case 'clean':
			return cleaned(work, signal);
	}
}

async function previewed(
	body: Uint8Array,
	lookup: ValueLookup,
	signal: AbortSignal,
): Promise<ThreadReply & { kind: 'previewed' }> {
	const given = jsonOfBody(body, true);
	const parsed = PreviewRequest.safeParse(given);
	if (!parsed.success) throw invalid(explainIssues(given, parsed.error.issues));
	const modelDeadlineMs = settings.models.deadlineMs;
	const rows = await preview(parsed.data, { model, modelDeadlineMs, lookup, signal });
	return { kind: 'previewed', json: new TextEncoder().encode(stringifyJson(rows)) };
}

async function written(
	work: Extract<Work, { kind: 'chunk' }>,
	signal: AbortSignal,
): Promise<ThreadReply & { kind: 'written' }> {
	const text = textOfBody(work.body);
	const { lines, rows } = await readChunk(text, work.chunk, work.mapping, createYield(signal));
	await writeFile(work.file, `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600, signal });
	return { kind: 'written', rows };
}

async function cleaned(work: Extract<Work, { kind: 'clean' }>, signal: AbortSignal): Promise<Done> {
	const write = (lines: string) => appendFile(work.output, lines, { mode: 0o600 });
	return { kind: 'cleaned', found: await cleanValues(work, write, createYield(signal)) };
}

/** The service's side of a request: looks up values in datasets, and signals when nobody waits anymore. */
function listen(port: MessagePort): { lookup: ValueLookup; signal: AbortSignal } {
	const left = new AbortController();
	let answered: ((answer: Answer) => void) | null = null;
	port.on('message', (answer: Answer) => {
		if (answer.kind === 'abort') left.abort();
		else answered?.(answer);
	});
	const ask = (reply: ThreadReply) =>
		new Promise<Answer>((resolve, reject) => {
			answered = resolve;
			left.signal.addEventListener('abort', () => reject(left.signal.reason), { once: true });
			port.postMessage(reply);
		});
	const lookup: ValueLookup = {
		async partners(fields, given) {
			const answer = await ask({ kind: 'partners', fields, given });
			return answer.kind === 'partners' ? answer.partners : [];
		},
		async find(partner, values) {
			const answer = await ask({ kind: 'find', partner, values });
			return answer.kind === 'found' ? answer.values : [];
		},
		async near(points) {
			const answer = await ask({ kind: 'near', points });
			return answer.kind === 'near' ? answer.places : { datasets: 0, found: [] };
		},
	};
	return { lookup, signal: left.signal };
}

function refusalOf(error: unknown): ThreadReply {
	if (!(error instanceof ServiceError)) return { kind: 'failed', error };
	const { code, message, subErrors } = error;
	return { kind: 'refused', code, message, subErrors };
}
