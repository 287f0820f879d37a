import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Message } from '../../../rows/worker/calls.ts';
import { serveTables } from '../../../rows/worker/serve-tables.ts';
import { useReading } from './use-reading.ts';

const messages: Message[] = [];

/** Runs the worker's code in this thread. */
class WorkerHere extends EventTarget {
	readonly #inside = new EventTarget();
	constructor() {
		super();
		serveTables({
			postMessage: (data) => this.dispatchEvent(new MessageEvent('message', { data })),
			addEventListener: (type, listener) => this.#inside.addEventListener(type, listener as EventListener),
		});
	}
	postMessage(data: Message) {
		messages.push(data);
		this.#inside.dispatchEvent(new MessageEvent('message', { data }));
	}
}

test('closes a file in the worker when another one is opened and when the page closes', async () => {
	vi.stubGlobal('Worker', WorkerHere);
	const { result, unmount } = renderHook(() => useReading(async () => {}));
	// jsdom's Blob can't be streamed.
	const source = async (text: string) => ({ blob: await new Response(text).blob(), name: 'Pasted text' });
	const inputsOf = (name: string) =>
		messages.flatMap((call) => (call.kind === 'call' && call.name === name ? call.input : []));
	const open = () => inputsOf('inspect').map((input) => (input as { file: number }).file);
	const closed = () => inputsOf('close');
	await act(() => source('a,b\n1,2').then(result.current.read));
	expect(result.current.reading.state).toBe('done');
	await act(() => source('c,d\n3,4').then(result.current.read));
	expect([open().length, closed()]).toEqual([2, open().slice(0, 1)]);
	unmount();
	expect(closed()).toEqual(open());
	vi.unstubAllGlobals();
});
