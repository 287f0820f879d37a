import * as z from 'zod/mini';
import { ShareRole } from '#contract/permission.ts';
import { consolePath, readJson, type Scope, writeText } from './web-storage.ts';

/** Another owner's namespace. With the owner, `createdAt` distinguishes a renamed namespace from a deleted one. */
const SharedNamespace = z.object({ owner: z.string(), namespace: z.string(), role: ShareRole, createdAt: z.string() });
export type SharedNamespace = z.infer<typeof SharedNamespace>;

/** Shared namespaces the user last saw, and with which token, since a restricted one sees fewer. */
const SharedWithMe = z.object({ tokenId: z.nullable(z.string()), shared: z.array(SharedNamespace) });
export type SharedWithMe = z.infer<typeof SharedWithMe>;

const keyOf = ({ service, user }: Scope): string =>
	['dataset-console/shared-with-me/1', consolePath(), service, user].map(encodeURIComponent).join('/');

/** What was last seen in this browser, or null. */
export const readSharedWithMe = (scope: Scope): SharedWithMe | null =>
	readJson('local', keyOf(scope), SharedWithMe) ?? null;

export const storeSharedWithMe = (scope: Scope, seen: SharedWithMe): void =>
	void writeText('local', keyOf(scope), JSON.stringify(seen));
