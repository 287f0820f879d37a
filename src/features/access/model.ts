import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Namespace } from '#contract/namespace.ts';
import type { TokenEntry, TokenPermissions } from '#contract/token.ts';

export type Access = 'read' | 'write';
export type Role = Namespace['role'];
/** The caller's role in a namespace. `none`: no access; null: unknown. */
export type RoleIn = (owner: string, namespace: string) => Role | 'none' | null;

/** Whether a token allows an action, and why. */
export type Decision =
	/** Unrestricted: the user's own rights decide. */
	| { readonly allowed: true; readonly by: 'unrestricted' }
	/** `entry` is a 0-based index. */
	| { readonly allowed: true; readonly by: 'entry'; readonly entry: number }
	/** The dataset is listed, but the service doesn't report whether writing is allowed. */
	| { readonly allowed: null; readonly by: 'entry'; readonly entry: number }
	/** The dataset is listed as read-only. */
	| { readonly allowed: false; readonly by: 'entry'; readonly entry: number }
	| { readonly allowed: false; readonly by: 'nothing' };

/** In an entry: any name. In a question: all datasets, including future ones. */
export const any = '*';

const matches = (pattern: string, name: string): boolean => pattern === any || foldName(pattern) === foldName(name);

const names = (item: TokenEntry, { owner, namespace, datasetName }: DatasetCoordinate): boolean =>
	matches(item.username, owner) && matches(item.namespace, namespace) && matches(item.dataset, datasetName);

/** Whether a token allows an action on a dataset, regardless of its user's rights. Names the first entry that decides. */
export function decide(token: TokenPermissions, access: Access, coordinate: DatasetCoordinate): Decision {
	if (!token.restricted) return { allowed: true, by: 'unrestricted' };
	const naming = token.permissions
		.map((permission, entry) => ({ permission, entry }))
		.filter(({ permission }) => names(permission, coordinate));
	const allowing = naming.find(({ permission }) => access === 'read' || permission.access === 'write');
	if (allowing !== undefined) return { allowed: true, by: 'entry', entry: allowing.entry };
	const unstated = naming.find(({ permission }) => permission.access === undefined);
	if (unstated !== undefined) return { allowed: null, by: 'entry', entry: unstated.entry };
	const [first] = naming;
	return first === undefined ? { allowed: false, by: 'nothing' } : { allowed: false, by: 'entry', entry: first.entry };
}

const part = (name: string, every: string): string => (name === any ? every : name);

/** An entry in words: "all datasets in demo/aviation". */
export function entryText({ username, namespace, dataset }: TokenEntry): string {
	if (username === any && namespace === any && dataset === any) return 'all datasets';
	if (dataset === any && namespace === any) return `all datasets owned by ${username}`;
	if (dataset === any && username !== any) return `all datasets in ${username}/${namespace}`;
	return `${part(username, 'anyone')}/${part(namespace, 'any namespace')}/${part(dataset, 'any dataset')}`;
}

export const accessText = (access: TokenEntry['access']): string =>
	access === 'write' ? 'read and write' : access === 'read' ? 'read' : 'unknown';

export function explain(token: TokenPermissions, decision: Decision): string {
	if (decision.by === 'unrestricted') return 'This token isn’t restricted, so it has the same access as its user.';
	if (decision.by === 'nothing') return 'No entry covers this dataset.';
	const entry = token.permissions[decision.entry];
	if (entry === undefined) return '';
	const named = `Entry ${decision.entry + 1} (${entryText(entry)})`;
	if (decision.allowed === true) return `${named}: ${accessText(entry.access)}.`;
	if (decision.allowed === null)
		return `${named} covers this dataset, but the service doesn’t specify whether it grants write access.`;
	return `${named} grants only read access, and no other entry grants write access.`;
}

/** The meaning of `restricted`, in words. */
export const restrictedText = (restricted: boolean, user: string): string =>
	restricted
		? `This token is restricted: it has only the access listed below, and only where ${user} has the same access. It can’t manage tokens or shares, and can create, rename and wipe only the listed namespaces.`
		: `This token isn’t restricted, so it has the same access as ${user}. It can read and write in namespaces that ${user} owns or can edit, and read those shared with ${user} as a viewer.`;

/** Whether a user's role allows an action; null: unknown. */
export const roleAllows = (role: ReturnType<RoleIn>, access: Access): boolean | null =>
	role === null ? null : role !== 'none' && (access === 'read' || role !== 'viewer');

/** Why a role doesn't allow an action. */
export const roleText = (role: ReturnType<RoleIn>): string =>
	role === 'viewer' ? 'viewer access only' : 'not shared with you';

/** A dataset in a matrix. `any` represents all others, including future ones. */
export interface MatrixRow {
	readonly coordinate: DatasetCoordinate;
	readonly read: Decision;
	readonly write: Decision;
}

export interface MatrixGroup {
	readonly owner: string;
	readonly namespace: string;
	readonly rows: readonly MatrixRow[];
}

/**
 * A token's rights by namespace and dataset, for known datasets and those its entries name. Groups without any access
 * come last.
 */
export function matrixOf(token: TokenPermissions, known: readonly DatasetCoordinate[]): MatrixGroup[] {
	const groups = new Map<string, { owner: string; namespace: string; datasets: Map<string, string> }>();
	const groupOf = (owner: string, namespace: string) => {
		const key = foldName(`${owner}/${namespace}`);
		const group = groups.get(key) ?? { owner, namespace, datasets: new Map([[any, any]]) };
		groups.set(key, group);
		return group;
	};
	for (const { owner, namespace, datasetName } of known) {
		groupOf(owner, namespace).datasets.set(foldName(datasetName), datasetName);
	}
	for (const { username, namespace, dataset } of token.permissions) {
		const datasets = groupOf(username, namespace).datasets;
		if (!datasets.has(foldName(dataset))) datasets.set(foldName(dataset), dataset);
	}
	return [...groups.entries()]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, { owner, namespace, datasets }]) => ({
			owner,
			namespace,
			rows: [...datasets.values()].sort(byName).map((datasetName) => {
				const coordinate = { owner, namespace, datasetName };
				return { coordinate, read: decide(token, 'read', coordinate), write: decide(token, 'write', coordinate) };
			}),
		}))
		.sort((a, b) => Number(allowsAny(b)) - Number(allowsAny(a)));
}

/** `any` comes last. */
const byName = (a: string, b: string): number =>
	a === b ? 0 : a === any ? 1 : b === any ? -1 : foldName(a) < foldName(b) ? -1 : 1;

export const allowsAny = ({ rows }: MatrixGroup): boolean =>
	rows.some((row) => row.read.allowed === true || row.write.allowed !== false);

/** The id in a token that is a JWT, or null. */
export function tokenIdIn(token: string): string | null {
	const [, payload = ''] = token.split('.');
	try {
		const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (value) =>
			value.charCodeAt(0),
		);
		const { jti } = JSON.parse(new TextDecoder().decode(bytes)) as { jti?: unknown };
		return typeof jti === 'string' && jti !== '' ? jti : null;
	} catch {
		return null;
	}
}
