import type { Scope } from '../session/model.ts';
import { isSameScope, nameStorage, readDiscovered, useDiscovered } from './discovered.ts';
import {
	addSeenNames,
	markGone,
	type NameRef,
	type NameRename,
	type Names,
	type NamesChange,
	renameDiscovered,
	type SeenName,
} from './model.ts';

export async function storeSeenNames(scope: Scope, seenNames: readonly SeenName[]): Promise<void> {
	if (seenNames.length === 0) return;
	await change(scope, (names) => addSeenNames(names, seenNames, Date.now()));
}

/** Moves discovered names of a namespace or dataset to its new name. */
export const followRenamed = (scope: Scope, rename: NameRename): Promise<void> =>
	change(scope, (names) => renameDiscovered(names, rename, Date.now()));

/** Marks a dataset, or all datasets of a namespace, as removed. */
export const noteGone = (scope: Scope, ref: NameRef): Promise<void> =>
	change(scope, (names) => markGone(names, ref, Date.now()));

async function change(scope: Scope, act: (names: Names) => NamesChange): Promise<void> {
	await readDiscovered(scope);
	const state = useDiscovered.getState();
	if (!isSameScope(state.scope, scope)) return;
	const { names, changed, forgotten } = act(state.names);
	if (changed.length + forgotten.length === 0) return;
	useDiscovered.setState({ names });
	await storeNames((storage) => storage.changeNames(scope, changed, forgotten));
}

/** Stores names in this browser, or records that it can't. */
export async function storeNames(
	write: (storage: Awaited<ReturnType<typeof nameStorage>>) => Promise<void>,
): Promise<void> {
	try {
		await write(await nameStorage());
	} catch {
		useDiscovered.setState({ isVolatile: true });
	}
}
