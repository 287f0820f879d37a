import { foldName } from '#contract/ids.ts';
import { type VisibleNamespace, visibleNamespaces } from '../../platform/access/namespace-access.ts';
import type { Caller } from '../../platform/core/caller.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { invalidParams } from './rpc-error.ts';

/** Finds a namespace by `owner/name`, or by name: the caller's own, or else the only one of that name shared with the caller. @throws RpcFailure */
export async function resolveNamespace(platform: Platform, caller: Caller, text: string): Promise<VisibleNamespace> {
	const visible = await visibleNamespaces(platform.catalog.db, caller);
	const [first = '', second, ...rest] = text.split('/').map((part) => foldName(part.trim()));
	const named = (namespace: VisibleNamespace): boolean =>
		second === undefined
			? foldName(namespace.name) === first
			: foldName(namespace.owner) === first && foldName(namespace.name) === second;
	const found = rest.length > 0 ? [] : visible.filter(named);
	const one = found.find((namespace) => namespace.role === 'owner') ?? found[0];
	if (one === undefined) throw invalidParams(unknown(text, visible));
	if (one.role === 'owner' || found.length === 1) return one;
	const choices = found.map(fullName).join(', ');
	throw invalidParams(`Several namespaces named "${text}" are shared with you: ${choices}. Use the full name.`);
}

const fullName = (namespace: VisibleNamespace): string => `${namespace.owner}/${namespace.name}`;

function unknown(text: string, visible: readonly VisibleNamespace[]): string {
	const some = visible.slice(0, 10).map(fullName).join(', ');
	const more = visible.length > 10 ? ' and others' : '';
	const known = some === '' ? 'You can’t read any namespaces.' : `You can read ${some}${more}.`;
	return `The namespace "${text}" doesn’t exist, or you don’t have access to it. ${known}`;
}
