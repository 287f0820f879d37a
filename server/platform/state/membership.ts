import { randomUUID } from 'node:crypto';

/** A replica that was silent for this long counts as dead, and others take over what it had claimed. */
export const deadAfterMs = 6_000;

export type Membership = ReturnType<typeof createMembership>;

interface Connection {
	isConnected(): boolean;
	wake(): void;
	notify(message: string): void;
}

/** This process among those that share a catalog, once it's connected to them. */
export function createMembership() {
	let connection: Connection | null = null;
	return {
		id: randomUUID(),
		join(given: Connection) {
			connection = given;
		},
		/** Whether messages of other replicas currently reach this one. */
		isConnected: () => connection?.isConnected() ?? false,
		/** Announces that there may be a run to claim, here and elsewhere. */
		wake() {
			connection?.wake();
			connection?.notify('runs');
		},
		/** Notifies the other replicas that an object was removed permanently. */
		gone: (sha256: string) => connection?.notify(`gone ${sha256}`),
		/** Requests the other replicas to end a run, in case one of them is running it. */
		stop: (runId: string) => connection?.notify(`stop ${runId}`),
	};
}
