import * as z from 'zod/mini';
import { consolePath } from './web-storage.ts';

/**
 * An event received by all tabs of this console.
 * @param name of its channel, with a version
 * @param schema messages of other tabs that don't match are dropped
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
			if (parsed.success) notifyHere(parsed.data);
		};
		return channel;
	};
	const notifyHere: Watcher = (message) => {
		for (const watcher of watchers) watcher(message);
	};
	return {
		postToOthers: (message: z.output<T>): void => open().postMessage(message),
		/** Also notifies this tab. */
		post: (message: z.output<T>): void => {
			notifyHere(message);
			open().postMessage(message);
		},
		/** Returns an unsubscribe function. */
		watch: (watcher: Watcher): (() => void) => {
			open();
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
	};
}
