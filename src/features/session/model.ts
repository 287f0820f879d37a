import * as z from 'zod/mini';
import { create } from 'zustand';
import type { Description } from '#contract/description.ts';
import type { ExtensionName, Operation } from '#contract/operation.ts';
import type { ApiError } from '../../api/api-error.ts';
import type { Scope } from '../../storage/web-storage.ts';

export type { Scope };

/** A user at a service. */
export const Person = z.object({
	/** Absolute, ends in `/api/v1`, without a trailing slash. */
	baseUrl: z.string(),
	/** Returned by the service when the token was first tried. */
	username: z.string(),
});
export type Person = Readonly<z.infer<typeof Person>>;

/** A session with a service, as stored by the browser and exchanged between tabs. */
export const Session = z.extend(Person, {
	serviceName: z.string(),
	token: z.string(),
	/** Expiry of the token, if known. */
	expiresAt: z.nullable(z.string()),
	/** Whether to stay signed in on this computer. */
	keep: z.boolean(),
	/** Time of the sign-in, ms since 1970. */
	since: z.optional(z.number()),
	/** Whether this sign-in created the token for this browser. A pasted token may be in use elsewhere too. */
	issued: z.optional(z.boolean()),
	/** Tokens of external agents, by card URL. They end with the session. */
	agentTokens: z.optional(z.record(z.string(), z.string())),
});
export type Session = Readonly<z.infer<typeof Session>>;

export const isSamePerson = (a: Person | null, b: Person | null): boolean =>
	a?.baseUrl === b?.baseUrl && a?.username === b?.username;

export const scopeOf = ({ baseUrl, username }: Person): Scope => ({ service: baseUrl, user: username });

/** The session's store. Changed only by the actions in `session.ts`. */
export const useSessionStore = create<SessionState>(() => ({ session: null, refused: false, other: null }));

export interface SessionState {
	readonly session: Session | null;
	/** Whether the service rejects the session's token, because it expired or was revoked. */
	readonly refused: boolean;
	/** The service's error, if any. */
	readonly refusal?: ApiError | undefined;
	/** Another user who signed in in another tab while this tab's session had ended. */
	readonly other: string | null;
}

/** A failed sign-in, in words for the user. */
export interface Refusal {
	readonly title: string;
	readonly message: string;
}

/**
 * Whether the service offers an operation beyond the core (decisions, "Two tiers of operations").
 * @param description null if the service has no readable document: core only
 */
export function offers(description: Description | null, operation: Operation): boolean {
	if (operation.tier === 'core') return true;
	const described = description?.paths[operation.path]?.[operation.method.toLowerCase()];
	return described?.['x-console-extension'] === operation.tier;
}

/** Whether the service supports an `Idempotency-Key` for an operation (docs/decisions/0008). */
export function takesKey(description: Description | null, operation: Operation): boolean {
	const parameters = description?.paths[operation.path]?.[operation.method.toLowerCase()]?.parameters;
	return (
		Array.isArray(parameters) &&
		parameters.some(
			(parameter: unknown) => Object(parameter).in === 'header' && Object(parameter).name === 'Idempotency-Key',
		)
	);
}

/** The extensions that the service offers, sorted by name. */
export function extensionsOf(description: Description | null): ExtensionName[] {
	const names = Object.values(description?.paths ?? {}).flatMap((methods) =>
		Object.values(methods).flatMap((method) => method['x-console-extension'] ?? []),
	);
	return [...new Set(names)].sort() as ExtensionName[];
}
