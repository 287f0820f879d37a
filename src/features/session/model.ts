import { create } from 'zustand';
import type { Description } from '#contract/description.ts';
import type { ExtensionName, Operation } from '#contract/operation.ts';

/** A service that this tab works with, as whom. */
export interface Session {
	/** Absolute, ends in `/api/v1`, without a trailing slash. */
	readonly baseUrl: string;
	readonly serviceName: string;
	readonly token: string;
	/** Whose token it is, as the service said when it was first tried. */
	readonly username: string;
	/** When the token ends, where that is known. */
	readonly expiresAt: string | null;
	/** The person chose to stay signed in on this computer. */
	readonly keep: boolean;
	/** When they signed in, ms since 1970. */
	readonly since?: number | undefined;
	/** The token was made by this sign-in, for this browser alone; one that somebody was given may be used elsewhere, too. */
	readonly issued?: boolean | undefined;
}

/** Somebody at a service. */
export interface Person {
	/** As in `Session`. */
	readonly baseUrl: string;
	readonly username: string;
}

export const isSamePerson = (a: Person | null, b: Person | null): boolean =>
	a?.baseUrl === b?.baseUrl && a?.username === b?.username;

export const scopeOf = ({ baseUrl, username }: Person): Scope => ({ service: baseUrl, user: username });

/** The one store of the session; changed only by the actions in `session.ts`. */
export const useSessionStore = create<SessionState>(() => ({ session: null, refused: false, other: null }));

export interface SessionState {
	readonly session: Session | null;
	/** The service refuses the session's token: it ended or was revoked. */
	readonly refused: boolean;
	/** Who signed in in another tab of this browser while this tab's sign-in had ended, when that is somebody else. */
	readonly other: string | null;
}

/** A sign-in that did not work, in words for the person who tried it. */
export interface Refusal {
	readonly title: string;
	readonly message: string;
}

/** What separates one person's things in this browser from another's, and one service's from another's. */
export interface Scope {
	readonly service: string;
	readonly user: string;
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
