import * as z from 'zod/mini';
import { consolePath } from './web-storage.ts';

/**
 * An event that every tab of this console hears of.
 * @param name of its channel, with a version
 * @param schema messages of other tabs that do not fit it are dropped
 */
export function tabEvent<T extends z.ZodMiniType>(name: string, schema: T) {
	type Watcher = (message: z.output<T>) => void;
	const watchers = new Set<Watcher>();
	let channel: BroadcastChannel | null = null;
	const open = (): BroadcastChannel => {
		if (channel !== null) return channel;
		channel = new BroadcastChannel(`dataset-console/${name}${consolePath()}`);
		channel.onmessage = ({ data }: MessageEvent<unknown>) => {
			const parsed = z.safeParse(schema, data);
			if (parsed.success) tellHere(parsed.data);
		};
		return channel;
	};
	const tellHere: Watcher = (message) => {
		for (const watcher of watchers) watcher(message);
	};
	return {
		tellOthers: (message: z.output<T>): void => open().postMessage(message),
		/** Tells this tab, too. */
		tell: (message: z.output<T>): void => {
			tellHere(message);
			open().postMessage(message);
		},
		/** Returns a function that stops it. */
		watch: (watcher: Watcher): (() => void) => {
			open();
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
	};
}
