import { mutationOptions } from '@tanstack/react-query';
import { createNamespace, getNamespace, type Namespace } from '#contract/namespace.ts';
import { call } from '../../api/http.ts';
import { type Settled, settleWrite } from '../../api/lost-write.ts';
import type { Scope } from '../session/model.ts';
import { useDiscovered } from './discovered.ts';
import { storeNames } from './mutations.ts';
import { nameKeys, orNull } from './queries.ts';

interface CreateInput {
	readonly owner: string;
	readonly name: string;
	/** Only looks up an earlier attempt whose response was lost. */
	readonly onlyLook?: boolean;
}

/**
 * Creates a namespace. If the response is lost, one of that name counts as success, since an existing one would have
 * been an error.
 */
export const createNamespaceMutation = () =>
	mutationOptions({
		mutationFn: ({ owner, name, onlyLook = false }: CreateInput): Promise<Settled<Namespace>> =>
			settleWrite(
				{
					operation: createNamespace.id,
					done: 'created',
					send: () => call(createNamespace, { body: { namespace: name } }),
					find: () => orNull(call(getNamespace, { params: { username: owner, namespace: name } })),
				},
				onlyLook,
			),
		meta: { invalidates: [nameKeys.all] },
	});

/** Forgets names. They reappear when they're seen again. */
export async function forget(scope: Scope, keys: readonly string[]): Promise<void> {
	useDiscovered.setState(({ names }) => ({ names: new Map([...names].filter(([key]) => !keys.includes(key))) }));
	await storeNames((storage) => storage.changeNames(scope, [], keys));
}

export async function forgetAll(scope: Scope): Promise<void> {
	useDiscovered.setState({ names: new Map() });
	await storeNames((storage) => storage.clearNames(scope));
}
