import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { TokenPermission } from '../../store/catalog/schema/tokens.ts';
import { forbidden } from './service-error.ts';

/** Who is asking, and what the presented token may do at most. */
export interface Caller {
	readonly userId: string;
	readonly username: string;
	readonly name: string;
	readonly email: string;
	readonly admin: boolean;
	readonly tokenId: string;
	readonly tokenName: string;
	/** Null where the token may do all that its user may. */
	readonly permissions: readonly TokenPermission[] | null;
	readonly tokenExpiresAt: Date;
}

/** The caller with all rights of its user: for facts that don't depend on the token that is used. */
export const withoutToken = (caller: Caller): Caller => ({ ...caller, permissions: null });

/** A dataset that its caller may read, and what names its rows. */
export interface ReadableDataset {
	readonly coordinate: DatasetCoordinate;
	readonly namespaceId: string;
	readonly sha256: string;
}

const matches = (pattern: string, name: string): boolean => pattern === '*' || foldName(pattern) === foldName(name);

/** What the token allows, whatever its user may do. */
export function tokenAllows(caller: Caller, access: 'read' | 'write', coordinate: DatasetCoordinate): boolean {
	if (caller.permissions === null) return true;
	return caller.permissions.some(
		(permission) =>
			(access === 'read' || permission.access === 'write') &&
			matches(permission.username, coordinate.owner) &&
			matches(permission.namespace, coordinate.namespace) &&
			matches(permission.dataset, coordinate.datasetName),
	);
}

/** Whether the token allows anything at all in a namespace. */
export const tokenSees = ({ permissions }: Caller, owner: string, namespace: string): boolean =>
	permissions === null ||
	permissions.some((item) => matches(item.username, owner) && matches(item.namespace, namespace));

/** Whether the token allows something in all of a namespace, also in datasets that are not there yet: no name is `*`. */
export const tokenAllowsAll = (caller: Caller, access: 'read' | 'write', owner: string, namespace: string): boolean =>
	tokenAllows(caller, access, { owner, namespace, datasetName: '*' });

/** A restricted token manages neither tokens nor shares. @throws ServiceError FORBIDDEN */
export function assertUnrestricted(caller: Caller, action: string): void {
	if (caller.permissions === null) return;
	throw forbidden(`Your access token is restricted and can’t ${action}. Sign in, or use an unrestricted token.`);
}
