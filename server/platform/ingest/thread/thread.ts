import { MessageChannel, type Worker } from 'node:worker_threads';
import { startThread } from '../../../engine/process-file.ts';
import type { Log } from '../../../logging/log.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { CleanedValues, ValuesToClean } from '../clean-values.ts';
import type { ValueLookup } from '../value-lookup.ts';
import type { Answer, Ask, LoggedError, ThreadReply, ThreadSettings, Work } from './messages.ts';

type Bytes = Uint8Array<ArrayBuffer>;

type ChunkFile = Omit<Extract<Work, { kind: 'chunk' }>, 'kind' | 'body'>;

/** How long the thread may stay busy with abandoned work, ms, before it's terminated and replaced. */
const patienceMs = 5_000;

/** The thread that processes records, started on first use; bodies are transferred, so they are no longer usable here. */
export function createIngestThread({ models, maxBodyBytes }: ThreadSettings, log: Log) {
	let running: Worker | null = null;

	function thread(): Worker {
		if (running !== null) return running;
		const workerData: ThreadSettings = { models, maxBodyBytes };
		const started = startThread('ingest-thread', new URL('./program.ts', import.meta.url), { workerData });
		started.unref();
		started.on('message', ({ message }: LoggedError) => log.error(message));
		started.on('error', (error) => log.error('The thread that processes records ended unexpectedly.', error));
		started.once('exit', () => {
			if (running === started) running = null;
		});
		running = started;
		return started;
	}

	return {
		/** Starts the thread ahead of time. */
		warm: () => void thread(),
		/** The JSON response of a preview for the JSON of a request. @throws ServiceError, the signal's reason */
		async preview(body: Bytes, lookup: ValueLookup, signal: AbortSignal): Promise<Bytes> {
			const reply = await have(thread(), { kind: 'preview', body }, body, signal, lookup);
			if (reply.kind !== 'previewed') throw new Error(`Unexpected reply to a preview: ${reply.kind}.`);
			return reply.json;
		},
		/** Writes the rows of a chunk to a new file, and counts them. @throws ServiceError, the signal's reason */
		async writeChunk(body: Bytes, to: ChunkFile, signal: AbortSignal) {
			const reply = await have(thread(), { kind: 'chunk', body, ...to }, body, signal);
			if (reply.kind !== 'written') throw new Error(`Unexpected reply while writing rows: ${reply.kind}.`);
			return { rows: reply.rows };
		},
		/** Cleans values of a column within a time limit. @throws ServiceError, the signal's reason */
		async clean(job: ValuesToClean, signal: AbortSignal): Promise<CleanedValues> {
			const reply = await have(thread(), { kind: 'clean', ...job }, null, signal);
			if (reply.kind !== 'cleaned') throw new Error(`Unexpected reply while cleaning values: ${reply.kind}.`);
			return reply.found;
		},
		async close() {
			await running?.terminate();
		},
	};
}

/** Runs one request. @throws ServiceError, the signal's reason, or the thread's error */
function have(
	worker: Worker,
	work: Work,
	body: Bytes | null,
	signal: AbortSignal,
	lookup?: ValueLookup,
): Promise<ThreadReply> {
	signal.throwIfAborted();
	const { port1: port, port2 } = new MessageChannel();
	const postAnswer = (answer: Answer) => port.postMessage(answer);
	return new Promise<ThreadReply>((resolve, reject) => {
		let patience: NodeJS.Timeout | undefined;
		const leave = (reason: unknown) => {
			reject(reason);
			postAnswer({ kind: 'abort' });
			patience ??= setTimeout(() => void worker.terminate(), patienceMs).unref();
		};
		const onAbort = () => leave(signal.reason);
		signal.addEventListener('abort', onAbort, { once: true });
		port.on('close', () => {
			clearTimeout(patience);
			signal.removeEventListener('abort', onAbort);
			reject(new ServiceError('INTERNAL', 'The service couldn’t process these records. Send fewer records at a time.'));
		});
		port.on('message', (reply: ThreadReply) => {
			if (reply.kind === 'partners') {
				lookup
					?.partners(reply.fields, reply.given)
					.then((partners) => postAnswer({ kind: 'partners', partners }), leave);
			} else if (reply.kind === 'find') {
				lookup?.find(reply.partner, reply.values).then((values) => postAnswer({ kind: 'found', values }), leave);
			} else if (reply.kind === 'near') {
				lookup?.near(reply.points).then((places) => postAnswer({ kind: 'near', places }), leave);
			} else {
				if (reply.kind === 'refused') reject(new ServiceError(reply.code, reply.message, reply.subErrors));
				else if (reply.kind === 'failed') reject(reply.error);
				else resolve(reply);
				port.close();
			}
		});
		const ask: Ask = { work, port: port2 };
		worker.postMessage(ask, body === null ? [port2] : [port2, body.buffer]);
	});
}
