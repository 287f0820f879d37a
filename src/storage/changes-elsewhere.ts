import * as z from 'zod/mini';
import { type DatasetCoordinate, joinNames, splitNames } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { tabEvent } from './tab-event.ts';

/** A renamed namespace or dataset, and its service. */
const Rename = z.object({
	service: z.string(),
	owner: z.string(),
	/** For a dataset: its namespace. */
	namespace: z.optional(z.string()),
	from: z.string(),
	to: z.string(),
});
export type Rename = z.infer<typeof Rename>;

const renamed = tabEvent('renames/1', Rename);

/** Notifies all tabs of this console, including this one, of a rename. */
export const announceRename = renamed.post;

/** Calls back when a namespace or dataset is renamed, in any tab. Returns an unsubscribe function. */
export const watchRenames = renamed.watch;

export const isInNamespace = (coordinate: DatasetCoordinate, owner: string, namespace: string): boolean =>
	foldName(coordinate.owner) === foldName(owner) && foldName(coordinate.namespace) === foldName(namespace);

/** The full old name, starting with the owner. */
export const namesBefore = ({ owner, namespace, from }: Omit<Rename, 'service' | 'to'>): string[] =>
	namespace === undefined ? [owner, from] : [owner, namespace, from];

/** A coordinate's text after a rename. `namespace/dataset` belongs to `me`. */
export function renamedText(text: string, rename: Rename, me: string): string {
	const parts = splitNames(text.trim());
	if (parts.length < 2 || parts.length > 3) return text;
	const names = parts.length === 2 ? [me, ...parts] : parts;
	const before = namesBefore(rename);
	if (before.some((name, index) => foldName(names[index] ?? '') !== foldName(name))) return text;
	return joinNames(parts.with(before.length - 1 - (names.length - parts.length), rename.to));
}

const DeletedBuildSpec = z.object({ service: z.string(), id: z.string() });
type DeletedBuildSpec = z.infer<typeof DeletedBuildSpec>;

const deletion = tabEvent('deleted-build-specs/1', DeletedBuildSpec);

/** Notifies the other tabs of this console that a BuildSpec was deleted. */
export const announceDeletion = deletion.postToOthers;

/** Calls back when a BuildSpec is deleted in another tab. Returns an unsubscribe function. */
export const watchDeleted = ({ service, id }: DeletedBuildSpec, onDeleted: () => void): (() => void) =>
	deletion.watch((deleted) => {
		if (deleted.service === service && deleted.id === id) onDeleted();
	});
