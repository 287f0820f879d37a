import * as z from 'zod/mini';
import { place, readText, removeText, writeText } from '../../storage/web-storage.ts';
import type { Session } from './model.ts';

/** A session as the browser keeps it and as tabs hand it to each other. */
export const KeptSession = z.object({
	baseUrl: z.string(),
	serviceName: z.string(),
	token: z.string(),
	username: z.string(),
	expiresAt: z.nullable(z.string()),
	keep: z.boolean(),
});

const key = () => `dataset-console/session/1${place()}`;

/** Keeps a session for this tab's reloads and, by the person's choice, on this computer. */
export function keepSession(session: Session): void {
	const text = JSON.stringify(session);
	writeText('session', key(), text);
	if (session.keep) writeText('local', key(), text);
	else removeText('local', key());
}

export function forgetSession(): void {
	removeText('session', key());
	removeText('local', key());
}

/** What was kept, for this tab first. */
export function keptSession(): Session | null {
	return parse(readText('session', key())) ?? parse(readText('local', key()));
}

function parse(text: string | null): Session | null {
	if (text === null) return null;
	try {
		const parsed = KeptSession.safeParse(JSON.parse(text));
		return parsed.success ? parsed.data : null;
	} catch {
		return null;
	}
}
