import * as z from 'zod/mini';
import { randomId } from '../lib/random-id.ts';
import { consolePath } from './web-storage.ts';

const Message = z.object({ kind: z.enum(['hello', 'here', 'bye']), tab: z.string() });

/**
 * Announces that this tab shows something, and tracks which other tabs do. Each tab holds a lock while it's open, so
 * killed tabs are detected too.
 * @param thing identifies what is shown: service, user and id
 * @param onOthers called with the number of other tabs when it changes
 * @returns stops it
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
		// Granted when that tab is closed or killed.
		withLock(`${name}/${message.tab}`, ended.signal, () => forget(message.tab));
	};

	// Held before announcing, so that other tabs don't regard this one as gone.
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

/** Insecure pages have no locks; there, a tab counts as gone only when it announces that. */
const withLock = (name: string, signal: AbortSignal, act: () => void | Promise<void>): void =>
	// Released when this tab no longer shows it.
	void navigator.locks?.request(name, { signal }, act).catch(() => {});
