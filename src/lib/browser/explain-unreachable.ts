import { wasBlocked } from './blocked-origins.ts';

/** Why a call outside of the service got no response, and what to do. */
export async function explainUnreachable(url: string): Promise<string> {
	const { origin } = new URL(url);
	if (await wasBlocked(origin)) {
		return `This console’s content security policy doesn’t allow calls to ${origin}. To allow them, ask your admin to start the service with --connect ${origin}.`;
	}
	const foreign = origin === location.origin ? '' : ` and allows calls from ${location.origin}`;
	return `${origin} isn’t responding. Check that it’s running${foreign}.`;
}
