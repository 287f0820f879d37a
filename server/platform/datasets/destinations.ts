import { and, eq } from 'drizzle-orm';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { type Caller, roleOf, tokenAllows } from '../access/access.ts';
import { notFound, ServiceError } from '../service-error.ts';

/**
 * The namespace that a dataset is to be written in, if both user and token may write it. The dataset need not exist.
 * @returns the namespace's id
 * @throws ServiceError NOT_FOUND where the caller may not even see the namespace, FORBIDDEN where it may see but not write
 */
export async function assertMayWriteDataset(db: Db, caller: Caller, target: DatasetCoordinate): Promise<string> {
	const place = `${target.owner}/${target.namespace}`;
	const [namespace] = await db
		.select({ id: namespaces.id, ownerId: namespaces.ownerId })
		.from(namespaces)
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.where(and(eq(users.folded, foldName(target.owner)), eq(namespaces.folded, foldName(target.namespace))));
	const role = namespace === undefined ? null : await roleOf(db, caller, namespace);
	if (namespace === undefined || role === null || !tokenAllows(caller, 'read', target)) {
		throw notFound(
			`${formatCoordinate(target)} cannot be written: there is no namespace ${place}, or you may not see it. Make it, or choose another destination.`,
		);
	}
	if (role === 'viewer') {
		throw new ServiceError(
			'FORBIDDEN',
			`You may read the namespace ${place} but not write it. Ask its owner to make you an editor, or choose another destination.`,
		);
	}
	if (tokenAllows(caller, 'write', target)) return namespace.id;
	throw new ServiceError(
		'FORBIDDEN',
		`The access token that you use may not write ${formatCoordinate(target)}. Use one that may.`,
	);
}
