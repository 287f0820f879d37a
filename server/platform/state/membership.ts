import { randomUUID } from 'node:crypto';

/** A copy that was not seen for this long is taken for dead, and others carry out what it had claimed. */
export const deadAfterMs = 6_000;

/** A process that serves a catalog together with others. */
export interface Membership {
	readonly id: string;
	/** Whether what other copies tell reaches this one at present. */
	isHearing(): boolean;
	/** Says that there may be a run to claim, here and elsewhere. */
	wake(): void;
	/** Tells the other copies that an object was removed for good. */
	gone(sha256: string): void;
	/** Tells the other copies to end a run, where one of them carries it out. */
	stop(runId: string): void;
}

/** What a member is joined to once the service is open. */
export interface Joint {
	isHearing(): boolean;
	wake(): void;
	tell(message: string): void;
}

/** A member that is joined later: what it serves is made of it. */
export function createMembership(): Membership & { join(joint: Joint): void } {
	let joint: Joint | null = null;
	return {
		id: randomUUID(),
		join(given) {
			joint = given;
		},
		isHearing: () => joint?.isHearing() ?? false,
		wake() {
			joint?.wake();
			joint?.tell('runs');
		},
		gone: (sha256) => joint?.tell(`gone ${sha256}`),
		stop: (runId) => joint?.tell(`stop ${runId}`),
	};
}
