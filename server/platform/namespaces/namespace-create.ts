import { randomUUID } from 'node:crypto';
import { foldName } from '#contract/ids.ts';
import type { Namespace } from '#contract/namespace.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { type Caller, tokenAllowsAll } from '../access/access.ts';
import { findNamespace } from '../access/namespace-access.ts';
import type { Platform } from '../platform.ts';
import { ServiceError } from '../service-error.ts';
import { presentNamespace } from './namespace-list.ts';

/** Makes an empty namespace of the caller's own. @throws ServiceError CONFLICT where the caller has one of the name */
export async function createNamespace(platform: Platform, caller: Caller, name: string): Promise<Namespace> {
	const { username, userId } = caller;
	if (!tokenAllowsAll(caller, 'write', username, name)) {
		const message = `The access token that you use may not write all of ${username}/${name}. Use one that may make it.`;
		throw new ServiceError('FORBIDDEN', message);
	}
	return platform.catalog.write(async (tx) => {
		const made = await tx
			.insert(namespaces)
			.values({ id: randomUUID(), ownerId: userId, name, folded: foldName(name), createdAt: platform.now() })
			.onConflictDoNothing()
			.returning({ id: namespaces.id });
		if (made.length === 0) {
			throw new ServiceError('CONFLICT', `You have a namespace of the name "${name}" already. Choose another name.`);
		}
		return presentNamespace(tx, caller, await findNamespace(tx, caller, username, name));
	});
}
