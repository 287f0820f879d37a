import * as z from 'zod/mini';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { place } from './web-storage.ts';

/** A namespace that got another name, at which service. */
const NamespaceRename = z.object({ service: z.string(), owner: z.string(), from: z.string(), to: z.string() });
export type NamespaceRename = z.infer<typeof NamespaceRename>;

type Watcher = (rename: NamespaceRename) => void;
const watchers = new Set<Watcher>();
let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel {
	if (channel !== null) return channel;
	channel = new BroadcastChannel(`dataset-console/namespace-renames/1${place()}`);
	channel.onmessage = (event: MessageEvent<unknown>) => {
		const parsed = NamespaceRename.safeParse(event.data);
		if (parsed.success) tell(parsed.data);
	};
	return channel;
}

function tell(rename: NamespaceRename): void {
	for (const watcher of watchers) watcher(rename);
}

/** Tells every tab of this console, this one included, that a namespace got another name. */
export function sayRenamed(rename: NamespaceRename): void {
	tell(rename);
	open().postMessage(rename);
}

/** Calls back when a namespace was renamed in this tab or another. Answers a function that stops it. */
export function watchRenames(watcher: Watcher): () => void {
	open();
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

export const isInNamespace = (it: DatasetCoordinate, owner: string, namespace: string): boolean =>
	foldName(it.owner) === foldName(owner) && foldName(it.namespace) === foldName(namespace);

/** A coordinate as text, as it is after a rename. `namespace/dataset` is one of `me`. */
export function renamedText(text: string, { owner, from, to }: NamespaceRename, me: string): string {
	const parts = text.trim().split('/');
	const at = parts.length - 2;
	const itsOwner = parts.length === 2 ? me : parts[0];
	if (parts.length < 2 || parts.length > 3 || itsOwner === undefined) return text;
	if (foldName(itsOwner) !== foldName(owner) || foldName(parts[at] ?? '') !== foldName(from)) return text;
	return parts.with(at, to).join('/');
}
