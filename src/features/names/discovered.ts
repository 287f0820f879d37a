import { create } from 'zustand';
import { isSamePerson, type Scope, useSessionStore } from '../session/model.ts';
import type { Names } from './model.ts';

export interface DiscoveredState {
	/** Owner of the names; null before any were read. */
	readonly scope: Scope | null;
	readonly names: Names;
	/** Whether stored names are still loading, so a missing name means nothing. */
	readonly isReading: boolean;
	/** Whether the browser can't store them, so they last only as long as the page. */
	readonly isVolatile: boolean;
}

const none: Names = new Map();

/** Names the signed-in user's console has seen. Changed only by the actions below. */
export const useDiscovered = create<DiscoveredState>(() => ({
	scope: null,
	names: none,
	isReading: true,
	isVolatile: false,
}));

export const nameStorage = () => import('../../storage/names.ts');
export const isSameScope = (a: Scope | null, b: Scope): boolean => a?.service === b.service && a.user === b.user;

let reading: { readonly scope: Scope; readonly done: Promise<void> } | null = null;

// A returning user may have removed all of them.
useSessionStore.subscribe(({ session }, before) => {
	if (isSamePerson(session, before.session)) return;
	reading = null;
	useDiscovered.setState(useDiscovered.getInitialState(), true);
});

/** Reads a user's stored names, once. */
export function readDiscovered(scope: Scope): Promise<void> {
	if (reading !== null && isSameScope(reading.scope, scope)) return reading.done;
	useDiscovered.setState({ scope, names: none, isReading: true, isVolatile: false });
	const done = read(scope);
	reading = { scope, done };
	return done;
}

async function read(scope: Scope): Promise<void> {
	try {
		const kept = await (await nameStorage()).readNames(scope);
		if (!isSameScope(useDiscovered.getState().scope, scope)) return;
		useDiscovered.setState(({ names }) => ({
			names: new Map([...kept.map((item) => [item.key, item] as const), ...names]),
			isReading: false,
		}));
	} catch {
		if (isSameScope(useDiscovered.getState().scope, scope))
			useDiscovered.setState({ isReading: false, isVolatile: true });
	}
}
