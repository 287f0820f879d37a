import * as z from 'zod/mini';
import { consolePath } from '../../storage/web-storage.ts';
import { Person, Session } from './model.ts';

/** Messages between the tabs of one console, within the same origin. */
const Message = z.discriminatedUnion('type', [
	/** `who`: whose session is wanted; null: any. */
	z.object({ type: z.literal('ask'), who: z.nullable(Person) }),
	/** Response to `ask`. */
	z.object({ type: z.literal('here'), session: Session }),
	z.object({ type: z.literal('signed-in'), session: Session }),
	/**
	 * `remove`: also delete the user's data in this browser. `token` is the one known to the sending tab, or null. `at`:
	 * the time; tabs of older consoles don't send it.
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
