import * as z from 'zod/mini';
import { place, readText, writeText } from './web-storage.ts';

/** Colours of a profile; each has a variable `--profile-<name>` in light and in dark. */
export const profileColors = ['blue', 'green', 'violet', 'orange', 'teal', 'pink', 'red', 'grey'] as const;

/** A service and a user that were signed in in this browser, with the name and the colour that tell them apart. No token. */
const Profile = z.object({
	service: z.string(),
	user: z.string(),
	serviceName: z.string(),
	name: z.string(),
	color: z.catch(z.enum(profileColors), 'grey'),
	/** When a window with it was looked at last, ms since 1970. */
	usedAt: z.number(),
	/** When it was signed out last, ms since 1970; 0 for never. What signed in before that counts no more. */
	signedOutAt: z.number(),
});
export type Profile = z.infer<typeof Profile>;

export interface ProfileScope {
	readonly service: string;
	readonly user: string;
}

/** Longest name, in UTF-16 code units. */
export const longestProfileName = 40;

const key = (): string => `dataset-console/profiles/1${place()}`;
const removedKey = (): string => `dataset-console/profiles-removed/1${place()}`;
const watchers = new Set<() => void>();

export const isProfileOf = (it: ProfileScope, other: ProfileScope): boolean =>
	it.service === other.service && it.user === other.user;

/** The profiles of this browser, in the order in which they were added. */
export function listProfiles(): Profile[] {
	try {
		const stored: unknown = JSON.parse(readText('local', key()) ?? '[]');
		return Array.isArray(stored) ? stored.flatMap((it) => Profile.safeParse(it).data ?? []) : [];
	} catch {
		return [];
	}
}

export const findProfile = (scope: ProfileScope): Profile | null =>
	listProfiles().find((it) => isProfileOf(it, scope)) ?? null;

/** The profile that was looked at last; null where there is none. */
export const latestProfile = (): Profile | null =>
	listProfiles().reduce<Profile | null>(
		(latest, it) => (latest !== null && latest.usedAt > it.usedAt ? latest : it),
		null,
	);

/** Takes note that somebody works with a service; whoever is new gets a name and a colour that no other has. */
export function noteProfile(scope: ProfileScope, serviceName: string): void {
	const profiles = listProfiles();
	const usedAt = Date.now();
	const known = profiles.find((it) => isProfileOf(it, scope));
	if (known !== undefined) {
		write(profiles.map((it) => (it === known ? { ...it, serviceName, usedAt } : it)));
		return;
	}
	const { service, user } = scope;
	const taken = profiles.some((it) => it.name === serviceName);
	const name = (taken ? `${serviceName}, ${user}` : serviceName).slice(0, longestProfileName);
	const color = profileColors.find((it) => !profiles.some((other) => other.color === it)) ?? 'grey';
	write([...profiles, { service, user, serviceName, name, color, usedAt, signedOutAt: removedAt() }]);
}

export function changeProfile(
	scope: ProfileScope,
	change: Partial<Pick<Profile, 'name' | 'color' | 'usedAt' | 'signedOutAt'>>,
): void {
	write(listProfiles().map((it) => (isProfileOf(it, scope) ? { ...it, ...change } : it)));
}

/** Forgets a profile. That one was removed is kept, and not whose: what signed in before that counts no more. */
export function removeProfile(scope: ProfileScope): void {
	writeText('local', removedKey(), String(Math.max(Date.now(), signedOutAt(scope))));
	write(listProfiles().filter((it) => !isProfileOf(it, scope)));
}

/** When somebody signed out last, or their profile was removed, ms since 1970; 0 for never. */
export const signedOutAt = (scope: ProfileScope): number => findProfile(scope)?.signedOutAt ?? removedAt();

const removedAt = (): number => Number(readText('local', removedKey()) ?? 0) || 0;

/** Calls back when profiles change, in this tab or another. Answers a function that stops it. */
export function watchProfiles(onChange: () => void): () => void {
	const onStorage = (event: StorageEvent) => {
		if (event.key === null || event.key === key()) onChange();
	};
	watchers.add(onChange);
	window.addEventListener('storage', onStorage);
	return () => {
		watchers.delete(onChange);
		window.removeEventListener('storage', onStorage);
	};
}

/** The stored text: equal texts are equal profiles. */
export const profilesText = (): string => readText('local', key()) ?? '';

function write(profiles: readonly Profile[]): void {
	writeText('local', key(), JSON.stringify(profiles));
	for (const watcher of watchers) watcher();
}
