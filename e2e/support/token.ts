import { IssuedToken } from '../../contract/sign-in.ts';

/** A token for the one-time code of a printed URL. @param address of the service's console, with `#code=…` */
export async function tokenOf(address: string): Promise<string> {
	const { origin, hash } = new URL(address);
	const issued = await fetch(`${origin}/auth/code`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ code: hash.slice('#code='.length) }),
	});
	return IssuedToken.parse(await issued.json()).token;
}
