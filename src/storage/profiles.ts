import * as z from 'zod/mini';
import { consolePath, keyWatcher, readJson, readText, type Scope, writeText } from './web-storage.ts';

/** Colors of a profile; each has a variable `--profile-<name>` in light and in dark. */
export const profileColors = ['blue', 'green', 'violet', 'orange', 'teal', 'pink', 'red', 'grey'] as const;

/** A service and a user that were signed in in this browser, with the name and the color that tell them apart. No token. */
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

/** Longest name, in UTF-16 code units. */
export const longestProfileName = 40;

const key = (): string => `dataset-console/profiles/1${consolePath()}`;
const removedKey = (): string => `dataset-console/profiles-removed/1${consolePath()}`;

const { changed, watch } = keyWatcher((changedKey) => changedKey === key());

/** Calls back when profiles change, in this tab or another. Returns a function that stops it. */
export const watchProfiles = watch;

export const isProfileOf = (scope: Scope, other: Scope): boolean =>
	scope.service === other.service && scope.user === other.user;

/** The profiles of this browser, in the order in which they were added. */
export const listProfiles = (): Profile[] =>
	readJson('local', key(), z.array(z.unknown()))?.flatMap((item) => Profile.safeParse(item).data ?? []) ?? [];

export const findProfile = (scope: Scope): Profile | null =>
	listProfiles().find((profile) => isProfileOf(profile, scope)) ?? null;

/** The profile that was looked at last; null where there is none. */
export const latestProfile = (): Profile | null =>
	listProfiles().reduce<Profile | null>(
		(latest, item) => (latest !== null && latest.usedAt > item.usedAt ? latest : item),
		null,
	);

/** Takes note that somebody works with a service; whoever is new gets a name and a color that no other has. */
export function noteProfile(scope: Scope, serviceName: string): void {
	const profiles = listProfiles();
	const usedAt = Date.now();
	const known = profiles.find((profile) => isProfileOf(profile, scope));
	if (known !== undefined) {
		write(profiles.map((profile) => (profile === known ? { ...profile, serviceName, usedAt } : profile)));
		return;
	}
	const { service, user } = scope;
	const taken = profiles.some((profile) => profile.name === serviceName);
	const name = (taken ? `${serviceName}, ${user}` : serviceName).slice(0, longestProfileName);
	const color = profileColors.find((color) => !profiles.some((other) => other.color === color)) ?? 'grey';
	write([...profiles, { service, user, serviceName, name, color, usedAt, signedOutAt: removedAt() }]);
}

export function changeProfile(
	scope: Scope,
	change: Partial<Pick<Profile, 'name' | 'color' | 'usedAt' | 'signedOutAt'>>,
): void {
	write(listProfiles().map((profile) => (isProfileOf(profile, scope) ? { ...profile, ...change } : profile)));
}

/** Forgets a profile. That one was removed is kept, and not whose: what signed in before that counts no more. */
export function removeProfile(scope: Scope): void {
	writeText('local', removedKey(), String(Math.max(Date.now(), signedOutAt(scope))));
	write(listProfiles().filter((profile) => !isProfileOf(profile, scope)));
}

/** When somebody signed out last, or their profile was removed, ms since 1970; 0 for never. */
export const signedOutAt = (scope: Scope): number => findProfile(scope)?.signedOutAt ?? removedAt();

const removedAt = (): number => Number(readText('local', removedKey()) ?? 0) || 0;

function write(profiles: readonly Profile[]): void {
	writeText('local', key(), JSON.stringify(profiles));
	changed();
}
