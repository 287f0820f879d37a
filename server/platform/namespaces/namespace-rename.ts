import { and, eq, ne, sql } from 'drizzle-orm';
import { coordinateKey } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { NamespacePath } from '#contract/namespace.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import type { TokenPermission } from '../../store/catalog/schema/tokens.ts';
import { assertOwner, findNamespace, lockNamespace, type VisibleNamespace } from '../access/namespace-access.ts';
import type { Caller } from '../core/caller.ts';
import { conflict, type ServiceError } from '../core/service-error.ts';
import { buildsInto, type Move, moveDefinitions, moveTokenEntries } from '../datasets/moved-names.ts';
import type { Platform } from '../state/platform.ts';

/** Renames a namespace, and in the same transaction every coordinate in BuildSpecs and checks and every token entry that names it; payloads stay. */
export async function renameNamespace(
	platform: Platform,
	caller: Caller,
	path: NamespacePath,
	name: string,
): Promise<{ username: string; namespace: string }> {
	const { db } = platform.catalog;
	const namespace = await findNamespace(db, caller, path.username, path.namespace);
	assertOwner(caller, namespace, 'rename it');
	const result = { username: namespace.owner, namespace: name };
	if (namespace.name === name) return result;
	const touched = await platform.catalog.write(async (tx) => {
		if ((await lockNamespace(tx, namespace.id)) !== namespace.name) throw renamedMeanwhile(namespace);
		await assertFree(tx, namespace, name);
		await tx
			.update(namespaces)
			.set({ name, folded: foldName(name) })
			.where(eq(namespaces.id, namespace.id));
		const move = moveOf(namespace, name);
		const location = { owner: namespace.owner, namespace: namespace.name, datasetName: null };
		await moveDefinitions(tx, caller, { location, move }, platform.now());
		await moveBuilds(tx, namespace, name);
		return moveTokens(tx, namespace, name);
	});
	// Tokens that were already verified are cached with their old entries.
	for (const id of touched) platform.tokens.forget(id);
	return result;
}

function moveOf(namespace: VisibleNamespace, name: string): Move {
	const [owner, folded] = [foldName(namespace.owner), foldName(namespace.name)];
	return (coordinate) =>
		foldName(coordinate.owner) === owner && foldName(coordinate.namespace) === folded
			? { ...coordinate, namespace: name }
			: coordinate;
}

async function assertFree(tx: Db, namespace: VisibleNamespace, name: string): Promise<void> {
	const isNamed = and(eq(namespaces.ownerId, namespace.ownerId), eq(namespaces.folded, foldName(name)));
	const isOther = and(isNamed, ne(namespaces.id, namespace.id));
	const [other] = await tx.select({ name: namespaces.name }).from(namespaces).where(isOther);
	if (other === undefined) return;
	throw conflict(`${namespace.owner} already has a namespace named "${other.name}". Choose another name.`);
}

const renamedMeanwhile = ({ owner, name }: VisibleNamespace): ServiceError =>
	conflict(`${owner}/${name} was renamed in the meantime. Use its new name.`);

/**
 * Builds in progress write to their destinations' new names, and queue with builds started later; ended ones still count for them. `work.slot` keeps
 * the namespace's name at the start of the build, however often it's renamed.
 */
async function moveBuilds(tx: Db, { id, owner }: VisibleNamespace, name: string): Promise<void> {
	const before = coordinateKey({ owner, namespace: name, datasetName: '' });
	await tx
		.update(runs)
		.set({ destination: sql`${before}::text || split_part(${runs.destination}, '/', 3)` })
		.where(buildsInto(id));
}

/** Entries for the namespace follow the rename; an entry that names it for every owner stays for the others. */
async function moveTokens(tx: Db, namespace: VisibleNamespace, name: string): Promise<string[]> {
	const folded = foldName(namespace.name);
	const moved = (permission: TokenPermission): TokenPermission[] => {
		if (foldName(permission.namespace) !== folded) return [permission];
		if (foldName(permission.username) === foldName(namespace.owner)) return [{ ...permission, namespace: name }];
		return permission.username === '*'
			? [permission, { ...permission, username: namespace.owner, namespace: name }]
			: [permission];
	};
	return moveTokenEntries(tx, moved);
}
