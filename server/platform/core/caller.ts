import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { TokenPermission } from '../../store/catalog/schema/tokens.ts';
import { forbidden } from './service-error.ts';

/** Who makes a request, and the most that its token allows. */
export interface Caller {
	readonly userId: string;
	readonly username: string;
	readonly name: string;
	readonly email: string;
	readonly admin: boolean;
	readonly tokenId: string;
	readonly tokenName: string;
	/** Null if the token has all rights of its user. */
	readonly permissions: readonly TokenPermission[] | null;
	readonly tokenExpiresAt: Date;
}

/** The caller with all rights of its user: for facts that don't depend on the token. */
export const withoutToken = (caller: Caller): Caller => ({ ...caller, permissions: null });

/** A dataset that its caller may read, with what identifies its rows. */
export interface ReadableDataset {
	readonly coordinate: DatasetCoordinate;
	readonly namespaceId: string;
	readonly sha256: string;
}

const matches = (pattern: string, name: string): boolean => pattern === '*' || foldName(pattern) === foldName(name);

/** What the token allows, regardless of the user's rights. */
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

/** Whether the token allows anything in a namespace. */
export const tokenSees = ({ permissions }: Caller, owner: string, namespace: string): boolean =>
	permissions === null ||
	permissions.some((item) => matches(item.username, owner) && matches(item.namespace, namespace));

/** Whether the token allows access to a whole namespace, including future datasets; no dataset can be named `*`. */
export const tokenAllowsAll = (caller: Caller, access: 'read' | 'write', owner: string, namespace: string): boolean =>
	tokenAllows(caller, access, { owner, namespace, datasetName: '*' });

/** A restricted token can't manage tokens or shares. @throws ServiceError FORBIDDEN */
export function assertUnrestricted(caller: Caller, action: string): void {
	if (caller.permissions === null) return;
	throw forbidden(`Your access token is restricted and can’t ${action}. Sign in, or use an unrestricted token.`);
}
