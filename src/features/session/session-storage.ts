import { signedOutAt } from '../../storage/profiles.ts';
import { consolePath, readJson, removeText, writeText } from '../../storage/web-storage.ts';
import { Person, Session, scopeOf } from './model.ts';

const tabKey = () => `dataset-console/session/1${consolePath()}`;
/** Each user has a key on this computer. */
const computerKey = ({ baseUrl, username }: Person) =>
	`${tabKey()}/${encodeURIComponent(baseUrl)}/${encodeURIComponent(username)}`;

/**
 * Stores a session for reloads of this tab and, if chosen, on this computer.
 * @returns the session, limited to this tab if the computer has no storage space
 */
export function storeSession(session: Session): Session {
	const keep = session.keep && writeText('local', computerKey(session), JSON.stringify(session));
	if (!keep) removeText('local', computerKey(session));
	const kept = { ...session, keep };
	writeText('session', tabKey(), JSON.stringify(kept));
	removeText('session', leftKey());
	return kept;
}

export const forgetInTab = (): void => removeText('session', tabKey());

export const forgetOnComputer = (person: Person): void => removeText('local', computerKey(person));

/** The session this tab kept through a reload, unless it was signed out in the meantime. */
export const sessionInTab = (): Session | null => valid(readJson('session', tabKey(), Session), forgetInTab);

export const sessionOnComputer = (person: Person): Session | null =>
	valid(readJson('local', computerKey(person), Session), () => forgetOnComputer(person));

/** The tab's user before it was signed out. It doesn't switch to another user automatically. Null for a new tab. */
export const signedOutPerson = (): Person | null => readJson('session', leftKey(), Person) ?? null;

export const markLeft = ({ baseUrl, username }: Person): boolean =>
	writeText('session', leftKey(), JSON.stringify({ baseUrl, username }));

const leftKey = () => `dataset-console/left/1${consolePath()}`;

/** Validated separately, because a tab's session may be older than the computer's. */
function valid(session: Session | undefined, forget: () => void): Session | null {
	if (session === undefined) return null;
	if (isSessionValid(session)) return session;
	forget();
	return null;
}

/** Whether the user hasn't signed out in any tab since the session began. */
export function isSessionValid(session: Session): boolean {
	const outAt = signedOutAt(scopeOf(session));
	return outAt === 0 || (session.since ?? 0) > outAt;
}
