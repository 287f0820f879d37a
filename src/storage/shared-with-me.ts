import * as z from 'zod/mini';
import { ShareRole } from '#contract/permission.ts';
import { consolePath, readJson, type Scope, writeText } from './web-storage.ts';

/** A namespace of somebody else's. With the owner, `createdAt` tells a renamed namespace from one that is gone. */
const SharedNamespace = z.object({ owner: z.string(), namespace: z.string(), role: ShareRole, createdAt: z.string() });
export type SharedNamespace = z.infer<typeof SharedNamespace>;

/** Namespaces of others that a person saw last, and with which token: a restricted one sees fewer. */
const SharedWithMe = z.object({ tokenId: z.nullable(z.string()), shared: z.array(SharedNamespace) });
export type SharedWithMe = z.infer<typeof SharedWithMe>;

const keyOf = ({ service, user }: Scope): string =>
	['dataset-console/shared-with-me/1', consolePath(), service, user].map(encodeURIComponent).join('/');

/** What was seen last in this browser; null where nothing was. */
export const readSharedWithMe = (scope: Scope): SharedWithMe | null =>
	readJson('local', keyOf(scope), SharedWithMe) ?? null;

export const keepSharedWithMe = (scope: Scope, seen: SharedWithMe): void =>
	void writeText('local', keyOf(scope), JSON.stringify(seen));
