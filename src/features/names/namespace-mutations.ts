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
	/** Looks up what became of one whose answer was lost. */
	readonly onlyLook?: boolean;
}

/** Makes a namespace. When the answer is lost, one of that name is taken for it: an earlier one would have been refused. */
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

/** Forgets some names; they are discovered again when they are seen again. */
export async function forget(scope: Scope, keys: readonly string[]): Promise<void> {
	useDiscovered.setState(({ names }) => ({ names: new Map([...names].filter(([key]) => !keys.includes(key))) }));
	await storeNames((storage) => storage.changeNames(scope, [], keys));
}

export async function forgetAll(scope: Scope): Promise<void> {
	useDiscovered.setState({ names: new Map() });
	await storeNames((storage) => storage.clearNames(scope));
}
