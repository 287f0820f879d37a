import { redirectPath } from '#contract/console-client.ts';
import { ownPath } from '../../../routing/own-path.ts';
import { findProfile } from '../../../storage/profiles.ts';
import { isSamePerson, type Person, type Session, scopeOf } from '../model.ts';

/** What the sign-in page is opened for. `renew`: by a page that waits for the same person to sign in again. */
export type SignInPurpose = 'sign-in' | 'add' | 'switch' | 'renew';

export interface SignInAddress {
	readonly purpose: SignInPurpose;
	/** Who is to be signed in; null for anybody. */
	readonly wanted: Person | null;
	/** Path of this console to go on to. */
	readonly next: string;
}

/** Reads the address of the sign-in page. Only people whose profile this browser has can be asked for by an address. */
export function readSignInAddress({ searchParams }: URL): SignInAddress {
	const next = ownPath(searchParams.get('next'));
	const [baseUrl, username] = [searchParams.get('service'), searchParams.get('user')];
	const named = baseUrl === null || username === null ? null : { baseUrl, username };
	const wanted = named === null || findProfile(scopeOf(named)) === null ? null : named;
	if (wanted !== null) return { purpose: searchParams.has('renew') ? 'renew' : 'switch', wanted, next };
	return { purpose: searchParams.has('add') ? 'add' : 'sign-in', wanted: null, next };
}

/** Whether a session is the one that the sign-in page is opened for, so that nobody has to sign in. */
export const isSignedIn = (session: Session | null, { wanted, purpose }: SignInAddress): boolean =>
	session !== null && purpose !== 'renew' && (wanted === null ? purpose === 'sign-in' : isSamePerson(session, wanted));

/** Whose session the address of a page asks for; null for whoever there is. */
export function wantedPerson(url: URL): Person | null {
	const page = new URL(`.${redirectPath}`, document.baseURI).pathname;
	return url.pathname === page ? readSignInAddress(url).wanted : null;
}
