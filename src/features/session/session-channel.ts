import * as z from 'zod/mini';
import { consolePath } from '../../storage/web-storage.ts';
import { Person, Session } from './model.ts';

/** What the tabs of one console say to each other. Only pages of the same origin hear it. */
const Message = z.discriminatedUnion('type', [
	/** `who`: whose session is wanted; null for anybody's. */
	z.object({ type: z.literal('ask'), who: z.nullable(Person) }),
	/** The answer to `ask`. */
	z.object({ type: z.literal('here'), session: Session }),
	z.object({ type: z.literal('signed-in'), session: Session }),
	/**
	 * `remove`: what the browser keeps for the person goes, too. `token` is the one that the tab that was asked knows, null
	 * where it knows none. `at`: when that was; a tab of an older console does not say.
	 */
	z.extend(Person, {
		type: z.literal('signed-out'),
		token: z.nullable(z.string()),
		remove: z.boolean(),
		at: z._default(z.number(), 0),
	}),
]);
export type SessionMessage = z.infer<typeof Message>;

export type SessionChannel = ReturnType<typeof openSessionChannel>;

export function openSessionChannel(onMessage: (message: SessionMessage) => void) {
	const channel = new BroadcastChannel(`dataset-console/session/1${consolePath()}`);
	channel.onmessage = (event: MessageEvent<unknown>) => {
		const message = Message.safeParse(event.data);
		if (message.success) onMessage(message.data);
	};
	return { say: (message: SessionMessage) => channel.postMessage(message), close: () => channel.close() };
}
