import * as z from 'zod/mini';
import { randomId } from '../lib/random-id.ts';
import { consolePath } from './web-storage.ts';

const Message = z.object({ kind: z.enum(['hello', 'here', 'bye']), tab: z.string() });

/**
 * Says that this tab shows a thing, and learns which other tabs of this browser show it as well. A tab that is killed is
 * missed too: each holds a lock for as long as it lives.
 * @param thing what is shown, whosever it is: service, user and id
 * @param onOthers how many others there are, whenever that changes
 * @returns a function that ends it
 */
export function announce(thing: string, onOthers: (count: number) => void): () => void {
	if (typeof BroadcastChannel === 'undefined') return () => {};
	const name = `dataset-console${consolePath()}open/${thing}`;
	const tab = randomId();
	const others = new Set<string>();
	const channel = new BroadcastChannel(name);
	const ended = new AbortController();
	const say = (kind: z.infer<typeof Message>['kind']) => channel.postMessage({ kind, tab });
	const forget = (other: string) => {
		if (others.delete(other)) onOthers(others.size);
	};

	channel.onmessage = ({ data }) => {
		const message = Message.safeParse(data).data;
		if (message === undefined) return;
		if (message.kind === 'bye') return forget(message.tab);
		if (message.kind === 'hello') say('here');
		if (others.has(message.tab)) return;
		others.add(message.tab);
		onOthers(others.size);
		// It is granted when that tab has gone, however it went.
		withLock(`${name}/${message.tab}`, ended.signal, () => forget(message.tab));
	};

	// Held before it is said, so that nobody takes this tab for gone.
	withLock(`${name}/${tab}`, ended.signal, () => {
		say('hello');
		return new Promise((resolve) => ended.signal.addEventListener('abort', () => resolve()));
	});
	if (navigator.locks === undefined) say('hello');
	return () => {
		say('bye');
		ended.abort();
		channel.close();
	};
}

/** Pages that are not served securely have no locks: then a tab is gone when it says so. */
const withLock = (name: string, signal: AbortSignal, act: () => void | Promise<void>): void =>
	// It is given up when this tab does not show the thing any more.
	void navigator.locks?.request(name, { signal }, act).catch(() => {});
