import * as z from 'zod/mini';
import { create } from 'zustand';
import type { Description } from '#contract/description.ts';
import type { ExtensionName, Operation } from '#contract/operation.ts';
import type { ApiError } from '../../api/api-error.ts';
import type { Scope } from '../../storage/web-storage.ts';

export type { Scope };

/** Somebody at a service. */
export const Person = z.object({
	/** Absolute, ends in `/api/v1`, without a trailing slash. */
	baseUrl: z.string(),
	/** As the service said when the token was first tried. */
	username: z.string(),
});
export type Person = Readonly<z.infer<typeof Person>>;

/** A service that this tab works with, as whom; the browser keeps it so, and tabs hand it to each other. */
export const Session = z.extend(Person, {
	serviceName: z.string(),
	token: z.string(),
	/** When the token ends, where that is known. */
	expiresAt: z.nullable(z.string()),
	/** The person chose to stay signed in on this computer. */
	keep: z.boolean(),
	/** When they signed in, ms since 1970. */
	since: z.optional(z.number()),
	/** The token was made by this sign-in, for this browser alone; one that somebody was given may be used elsewhere, too. */
	issued: z.optional(z.boolean()),
	/** Tokens of agents outside of the service, by the addresses of their cards: they end with the session. */
	agentTokens: z.optional(z.record(z.string(), z.string())),
});
export type Session = Readonly<z.infer<typeof Session>>;

export const isSamePerson = (a: Person | null, b: Person | null): boolean =>
	a?.baseUrl === b?.baseUrl && a?.username === b?.username;

export const scopeOf = ({ baseUrl, username }: Person): Scope => ({ service: baseUrl, user: username });

/** The one store of the session; changed only by the actions in `session.ts`. */
export const useSessionStore = create<SessionState>(() => ({ session: null, refused: false, other: null }));

export interface SessionState {
	readonly session: Session | null;
	/** The service refuses the session's token: it ended or was revoked. */
	readonly refused: boolean;
	/** What it said of that, where it did. */
	readonly refusal?: ApiError | undefined;
	/** Who signed in in another tab of this browser while this tab's sign-in had ended, when that is somebody else. */
	readonly other: string | null;
}

/** A sign-in that did not work, in words for the person who tried it. */
export interface Refusal {
	readonly title: string;
	readonly message: string;
}

/**
 * Whether the service offers an operation beyond the core (decisions, "Two tiers of operations").
 * @param description null when the service has no document that can be read: core only
 */
export function offers(description: Description | null, operation: Operation): boolean {
	if (operation.tier === 'core') return true;
	const described = description?.paths[operation.path]?.[operation.method.toLowerCase()];
	return described?.['x-console-extension'] === operation.tier;
}

/** Whether the service says that it tells a repeat of an operation by its `Idempotency-Key` (docs/decisions/0008). */
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
