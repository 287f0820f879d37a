import { signedOutAt } from '../../storage/profiles.ts';
import { consolePath, readJson, removeText, writeText } from '../../storage/web-storage.ts';
import { Person, Session, scopeOf } from './model.ts';

const tabKey = () => `dataset-console/session/1${consolePath()}`;
/** Each person has a key on this computer. */
const computerKey = ({ baseUrl, username }: Person) =>
	`${tabKey()}/${encodeURIComponent(baseUrl)}/${encodeURIComponent(username)}`;

/**
 * Keeps a session for this tab's reloads and, by the person's choice, on this computer.
 * @returns the session, as one of this tab alone where this computer has no room for it
 */
export function keepSession(session: Session): Session {
	const keep = session.keep && writeText('local', computerKey(session), JSON.stringify(session));
	if (!keep) removeText('local', computerKey(session));
	const kept = { ...session, keep };
	writeText('session', tabKey(), JSON.stringify(kept));
	removeText('session', leftKey());
	return kept;
}

export const forgetInTab = (): void => removeText('session', tabKey());

export const forgetOnComputer = (person: Person): void => removeText('local', computerKey(person));

/** The session that this tab kept through a reload; forgets one that was signed out meanwhile. */
export const keptInTab = (): Session | null => valid(readJson('session', tabKey(), Session), forgetInTab);

/** The session that somebody chose to keep on this computer. */
export const keptOnComputer = (person: Person): Session | null =>
	valid(readJson('local', computerKey(person), Session), () => forgetOnComputer(person));

/** Who this tab was before it was signed out; it takes nobody else's session over by itself. Null for a fresh tab. */
export const leftPerson = (): Person | null => readJson('session', leftKey(), Person) ?? null;

export const markLeft = ({ baseUrl, username }: Person): boolean =>
	writeText('session', leftKey(), JSON.stringify({ baseUrl, username }));

const leftKey = () => `dataset-console/left/1${consolePath()}`;

/** Checks each session by itself, because a tab may have an older one than this computer. */
function valid(session: Session | undefined, forget: () => void): Session | null {
	if (session === undefined) return null;
	if (countsStill(session)) return session;
	forget();
	return null;
}

/** Whether the person was not signed out in any tab since a session began. */
export function countsStill(session: Session): boolean {
	const outAt = signedOutAt(scopeOf(session));
	return outAt === 0 || (session.since ?? 0) > outAt;
}
