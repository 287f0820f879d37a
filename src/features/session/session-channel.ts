import * as z from 'zod/mini';
import { consolePath } from '../../storage/web-storage.ts';
import { KeptSession } from './session-storage.ts';

/** What the tabs of one console say to each other. Only pages of the same origin hear it. */
const Message = z.discriminatedUnion('type', [
	/** `who`: whose session is wanted; null for anybody's. */
	z.object({ type: z.literal('ask'), who: z.nullable(z.object({ baseUrl: z.string(), username: z.string() })) }),
	/** The answer to `ask`. */
	z.object({ type: z.literal('here'), session: KeptSession }),
	z.object({ type: z.literal('signed-in'), session: KeptSession }),
	/**
	 * `remove`: what the browser keeps for the person goes, too. `token` is the one that the tab that was asked knows, null
	 * where it knows none. `at`: when that was; a tab of an older console does not say.
	 */
	z.object({
		type: z.literal('signed-out'),
		baseUrl: z.string(),
		username: z.string(),
		token: z.nullable(z.string()),
		remove: z.boolean(),
		at: z._default(z.number(), 0),
	}),
]);
export type SessionMessage = z.infer<typeof Message>;

export interface SessionChannel {
	say(message: SessionMessage): void;
	close(): void;
}

export function openSessionChannel(onMessage: (message: SessionMessage) => void): SessionChannel {
	const channel = new BroadcastChannel(`dataset-console/session/1${consolePath()}`);
	channel.onmessage = (event: MessageEvent<unknown>) => {
		const message = Message.safeParse(event.data);
		if (message.success) onMessage(message.data);
	};
	return { say: (message) => channel.postMessage(message), close: () => channel.close() };
}
