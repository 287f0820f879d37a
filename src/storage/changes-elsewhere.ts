import * as z from 'zod/mini';
import { type DatasetCoordinate, joinNames, splitNames } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { tabEvent } from './tab-event.ts';

/** A namespace or dataset that got another name, at which service. */
const Rename = z.object({
	service: z.string(),
	owner: z.string(),
	/** Of a dataset: the namespace that it is in. */
	namespace: z.optional(z.string()),
	from: z.string(),
	to: z.string(),
});
export type Rename = z.infer<typeof Rename>;

const renamed = tabEvent('renames/1', Rename);

/** Tells every tab of this console, this one included, that a namespace or dataset got another name. */
export const sayRenamed = renamed.post;

/** Calls back when a namespace or dataset was renamed in this tab or another. Returns a function that stops it. */
export const watchRenames = renamed.watch;

export const isInNamespace = (coordinate: DatasetCoordinate, owner: string, namespace: string): boolean =>
	foldName(coordinate.owner) === foldName(owner) && foldName(coordinate.namespace) === foldName(namespace);

/** The names of what was renamed, from the owner on, as they were before. */
export const namesBefore = ({ owner, namespace, from }: Omit<Rename, 'service' | 'to'>): string[] =>
	namespace === undefined ? [owner, from] : [owner, namespace, from];

/** A coordinate as text, as it is after a rename. `namespace/dataset` is one of `me`. */
export function renamedText(text: string, rename: Rename, me: string): string {
	const parts = splitNames(text.trim());
	if (parts.length < 2 || parts.length > 3) return text;
	const names = parts.length === 2 ? [me, ...parts] : parts;
	const before = namesBefore(rename);
	if (before.some((name, index) => foldName(names[index] ?? '') !== foldName(name))) return text;
	return joinNames(parts.with(before.length - 1 - (names.length - parts.length), rename.to));
}

/** A BuildSpec that was deleted, at which service. */
const DeletedBuildSpec = z.object({ service: z.string(), id: z.string() });
type DeletedBuildSpec = z.infer<typeof DeletedBuildSpec>;

const deletion = tabEvent('deleted-build-specs/1', DeletedBuildSpec);

/** Tells the other tabs of this console that a BuildSpec was deleted. */
export const sayDeleted = deletion.postToOthers;

/** Calls back when a BuildSpec was deleted in another tab. Returns a function that stops it. */
export const watchDeleted = ({ service, id }: DeletedBuildSpec, onDeleted: () => void): (() => void) =>
	deletion.watch((deleted) => {
		if (deleted.service === service && deleted.id === id) onDeleted();
	});
