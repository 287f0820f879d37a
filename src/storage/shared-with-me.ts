import * as z from 'zod/mini';
import { ShareRole } from '#contract/permission.ts';
import { place, readText, writeText } from './web-storage.ts';

/** Namespaces of others that a person saw last, and with which token: a restricted one sees fewer. */
const SharedWithMe = z.object({
	tokenId: z.nullable(z.string()),
	shared: z.array(z.object({ owner: z.string(), namespace: z.string(), role: ShareRole, createdAt: z.string() })),
});
export type SharedWithMe = z.infer<typeof SharedWithMe>;

interface Scope {
	readonly service: string;
	readonly user: string;
}

const keyOf = ({ service, user }: Scope): string =>
	['dataset-console/shared-with-me/1', place(), service, user].map(encodeURIComponent).join('/');

/** What was seen last in this browser; null where nothing was. */
export function readSharedWithMe(scope: Scope): SharedWithMe | null {
	const text = readText('local', keyOf(scope));
	if (text === null) return null;
	try {
		return SharedWithMe.safeParse(JSON.parse(text)).data ?? null;
	} catch {
		return null;
	}
}

export const keepSharedWithMe = (scope: Scope, seen: SharedWithMe): void =>
	void writeText('local', keyOf(scope), JSON.stringify(seen));
