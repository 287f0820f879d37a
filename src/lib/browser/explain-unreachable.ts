import { wasBlocked } from './blocked-origins.ts';

/** Why a call to an address outside of the service got no answer, and what can be done. */
export async function explainUnreachable(url: string): Promise<string> {
	const { origin } = new URL(url);
	if (await wasBlocked(origin)) {
		return `This console may not call ${origin}, because its content security policy does not list it. Its administrator can allow it by starting the service with --connect ${origin}.`;
	}
	const foreign = origin === location.origin ? '' : `, and that it allows calls from ${location.origin}`;
	return `${origin} did not answer. Check that it is running${foreign}.`;
}
