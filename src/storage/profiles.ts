import * as z from 'zod/mini';
import { consolePath, keyWatcher, readJson, readText, type Scope, writeText } from './web-storage.ts';

/** Profile colors, each with a CSS variable `--profile-<name>` for light and dark. */
export const profileColors = ['blue', 'green', 'violet', 'orange', 'teal', 'pink', 'red', 'grey'] as const;

/** A service and user that signed in in this browser, with a name and color to distinguish them. No token. */
const Profile = z.object({
	service: z.string(),
	user: z.string(),
	serviceName: z.string(),
	name: z.string(),
	color: z.catch(z.enum(profileColors), 'grey'),
	/** When one of its windows was last used, ms since 1970. */
	usedAt: z.number(),
	/** Last sign-out, ms since 1970; 0: never. Earlier sessions are invalid. */
	signedOutAt: z.number(),
});
export type Profile = z.infer<typeof Profile>;

/** Maximum name length, in UTF-16 code units. */
export const longestProfileName = 40;

const key = (): string => `dataset-console/profiles/1${consolePath()}`;
const removedKey = (): string => `dataset-console/profiles-removed/1${consolePath()}`;

const { changed, watch } = keyWatcher((changedKey) => changedKey === key());

/** Calls back when profiles change, in any tab. Returns an unsubscribe function. */
export const watchProfiles = watch;

export const isProfileOf = (scope: Scope, other: Scope): boolean =>
	scope.service === other.service && scope.user === other.user;

/** Profiles of this browser, in the order they were added. */
export const listProfiles = (): Profile[] =>
	readJson('local', key(), z.array(z.unknown()))?.flatMap((item) => Profile.safeParse(item).data ?? []) ?? [];

export const findProfile = (scope: Scope): Profile | null =>
	listProfiles().find((profile) => isProfileOf(profile, scope)) ?? null;

/** The profile used last, or null. */
export const latestProfile = (): Profile | null =>
	listProfiles().reduce<Profile | null>(
		(latest, item) => (latest !== null && latest.usedAt > item.usedAt ? latest : item),
		null,
	);

/** Records that a profile is in use. A new one gets a unique name and color. */
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

/** Removes a profile. Records that one was removed, but not which, so that earlier sessions become invalid. */
export function removeProfile(scope: Scope): void {
	writeText('local', removedKey(), String(Math.max(Date.now(), signedOutAt(scope))));
	write(listProfiles().filter((profile) => !isProfileOf(profile, scope)));
}

/** When a user last signed out or their profile was removed, ms since 1970; 0: never. */
export const signedOutAt = (scope: Scope): number => findProfile(scope)?.signedOutAt ?? removedAt();

const removedAt = (): number => Number(readText('local', removedKey()) ?? 0) || 0;

function write(profiles: readonly Profile[]): void {
	writeText('local', key(), JSON.stringify(profiles));
	changed();
}
