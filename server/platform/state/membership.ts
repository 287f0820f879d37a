import { randomUUID } from 'node:crypto';

/** A copy that was not seen for this long is taken for dead, and others carry out what it had claimed. */
export const deadAfterMs = 6_000;

export type Membership = ReturnType<typeof createMembership>;

interface Connection {
	isHearing(): boolean;
	wake(): void;
	notify(message: string): void;
}

/** A process that serves a catalog together with others, once it is connected to them. */
export function createMembership() {
	let connection: Connection | null = null;
	return {
		id: randomUUID(),
		join(given: Connection) {
			connection = given;
		},
		/** Whether messages of other copies reach this one at present. */
		isHearing: () => connection?.isHearing() ?? false,
		/** Announces that there may be a run to claim, here and elsewhere. */
		wake() {
			connection?.wake();
			connection?.notify('runs');
		},
		/** Notifies the other copies that an object was removed for good. */
		gone: (sha256: string) => connection?.notify(`gone ${sha256}`),
		/** Tells the other copies to end a run, where one of them carries it out. */
		stop: (runId: string) => connection?.notify(`stop ${runId}`),
	};
}
