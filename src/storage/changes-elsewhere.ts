import * as z from 'zod/mini';
import { type DatasetCoordinate, joinNames, splitNames } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { tabEvent } from './tab-event.ts';

/** A namespace that got another name, at which service. */
const NamespaceRename = z.object({ service: z.string(), owner: z.string(), from: z.string(), to: z.string() });
export type NamespaceRename = z.infer<typeof NamespaceRename>;

const renamed = tabEvent('namespace-renames/1', NamespaceRename);

/** Tells every tab of this console, this one included, that a namespace got another name. */
export const sayRenamed = renamed.post;

/** Calls back when a namespace was renamed in this tab or another. Returns a function that stops it. */
export const watchRenames = renamed.watch;

export const isInNamespace = (coordinate: DatasetCoordinate, owner: string, namespace: string): boolean =>
	foldName(coordinate.owner) === foldName(owner) && foldName(coordinate.namespace) === foldName(namespace);

/** A coordinate as text, as it is after a rename. `namespace/dataset` is one of `me`. */
export function renamedText(text: string, { owner, from, to }: NamespaceRename, me: string): string {
	const parts = splitNames(text.trim());
	const at = parts.length - 2;
	const itsOwner = parts.length === 2 ? me : parts[0];
	if (parts.length < 2 || parts.length > 3 || itsOwner === undefined) return text;
	if (foldName(itsOwner) !== foldName(owner) || foldName(parts[at] ?? '') !== foldName(from)) return text;
	return joinNames(parts.with(at, to));
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
