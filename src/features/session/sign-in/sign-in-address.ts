import { redirectPath } from '#contract/console-client.ts';
import { ownPath } from '../../../routing/own-path.ts';
import { findProfile } from '../../../storage/profiles.ts';
import { isSamePerson, type Person, type Session, scopeOf } from '../model.ts';

/** Purpose of the sign-in page. `renew`: for a page that waits for the same user. */
export type SignInPurpose = 'sign-in' | 'add' | 'switch' | 'renew';

export interface SignInAddress {
	readonly purpose: SignInPurpose;
	/** The requested user, or null. */
	readonly wanted: Person | null;
	/** Path of this console to continue at. */
	readonly next: string;
}

/** Parses the sign-in page's URL. It can only request users whose profile is in this browser. */
export function readSignInAddress({ searchParams }: URL): SignInAddress {
	const next = ownPath(searchParams.get('next'));
	const [baseUrl, username] = [searchParams.get('service'), searchParams.get('user')];
	const named = baseUrl === null || username === null ? null : { baseUrl, username };
	const wanted = named === null || findProfile(scopeOf(named)) === null ? null : named;
	if (wanted !== null) return { purpose: searchParams.has('renew') ? 'renew' : 'switch', wanted, next };
	return { purpose: searchParams.has('add') ? 'add' : 'sign-in', wanted: null, next };
}

/** Whether a session already satisfies the sign-in page. */
export const isSignedIn = (session: Session | null, { wanted, purpose }: SignInAddress): boolean =>
	session !== null && purpose !== 'renew' && (wanted === null ? purpose === 'sign-in' : isSamePerson(session, wanted));

/** The user requested by a page's URL, or null. */
export function requestedPerson(url: URL): Person | null {
	const page = new URL(`.${redirectPath}`, document.baseURI).pathname;
	return url.pathname === page ? readSignInAddress(url).wanted : null;
}
