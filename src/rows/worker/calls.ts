import { SourceError, type SourceErrorCode } from '../source/source-error.ts';

/** One end of a channel between page and worker: a Worker, a worker's scope, or a MessagePort in tests. */
export interface Line {
	postMessage(message: unknown): void;
	addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface CallContext {
	/** Aborted when the caller doesn't wait anymore. */
	readonly signal: AbortSignal;
	readonly onProgress: (progress: unknown) => void;
}

/** Methods one end offers to the other, by name. Inputs and results are plain data. */
type Handlers = Readonly<Record<string, (input: never, context: CallContext) => unknown>>;

/** `id` is unique for the calling end; related messages carry it too. */
export type Message =
	| { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
	| { readonly kind: 'abort'; readonly id: number }
	| { readonly kind: 'progress'; readonly id: number; readonly progress: unknown }
	| { readonly kind: 'result'; readonly id: number; readonly result: unknown }
	| { readonly kind: 'failed'; readonly id: number; readonly code: SourceErrorCode; readonly message: string };

interface Caller {
	resolve(result: never): void;
	reject(error: unknown): void;
	readonly onProgress: ((progress: never) => void) | undefined;
}

export interface Remote<Methods extends Handlers> {
	/** @throws SourceError with the handler's error, AbortError */
	call<Name extends keyof Methods & string>(
		name: Name,
		input: Parameters<Methods[Name]>[0],
		options?: { readonly signal?: AbortSignal | undefined; readonly onProgress?: Caller['onProgress'] },
	): Promise<Awaited<ReturnType<Methods[Name]>>>;
	/** A call without a result. */
	send<Name extends keyof Methods & string>(name: Name, input: Parameters<Methods[Name]>[0]): void;
	fail(error: SourceError): void;
}

/** Handles calls from a channel's other end, and calls its methods. A handler's AbortError gets no response. */
export function connect<Methods extends Handlers>(line: Line, handlers: Handlers): Remote<Methods> {
	const callers = new Map<number, Caller>();
	const running = new Map<number, AbortController>();
	const unanswered = 0;
	let lastId = unanswered;
	const post = (message: Message) => line.postMessage(message);

	const answer = async (id: number, name: string, input: unknown): Promise<void> => {
		const controller = new AbortController();
		const { signal } = controller;
		if (id !== unanswered) running.set(id, controller);
		const onProgress = (progress: unknown) => post({ kind: 'progress', id, progress });
		try {
			const result = await handlers[name]?.(input as never, { signal, onProgress });
			if (id !== unanswered && !signal.aborted) post({ kind: 'result', id, result });
		} catch (error) {
			const isLeft = signal.aborted || (error instanceof Error && error.name === 'AbortError');
			if (isLeft || id === unanswered) return;
			const code = error instanceof SourceError ? error.code : 'UNSUPPORTED';
			post({ kind: 'failed', id, code, message: error instanceof Error ? error.message : String(error) });
		} finally {
			running.delete(id);
		}
	};

	line.addEventListener('message', ({ data }: MessageEvent<Message>) => {
		if (data.kind === 'call') return void answer(data.id, data.name, data.input);
		if (data.kind === 'abort') return running.get(data.id)?.abort();
		const caller = callers.get(data.id);
		if (data.kind === 'progress') return caller?.onProgress?.(data.progress as never);
		callers.delete(data.id);
		if (data.kind === 'failed') caller?.reject(new SourceError(data.code, data.message));
		else caller?.resolve(data.result as never);
	});

	return {
		call: async (name, input, { signal, onProgress } = {}) => {
			signal?.throwIfAborted();
			lastId += 1;
			const id = lastId;
			let leave = () => {};
			try {
				return await new Promise<never>((resolve, reject) => {
					leave = () => {
						callers.delete(id);
						post({ kind: 'abort', id });
						reject(signal?.reason);
					};
					signal?.addEventListener('abort', leave, { once: true });
					callers.set(id, { resolve, reject, onProgress });
					post({ kind: 'call', id, name, input });
				});
			} finally {
				signal?.removeEventListener('abort', leave);
			}
		},
		send: (name, input) => post({ kind: 'call', id: unanswered, name, input }),
		fail: (error) => {
			for (const caller of callers.values()) caller.reject(error);
			callers.clear();
		},
	};
}
