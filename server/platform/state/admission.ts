import { ServiceError } from '../core/service-error.ts';

/** `rows`: what the engine reads; `catalog`: everything else that is answered at once. */
export const workKinds = ['catalog', 'rows'] as const;
export type WorkKind = (typeof workKinds)[number];

/** When to try again, seconds. */
const retryAfter = 1;

/**
 * Refuses requests that could not be answered in time, at once, so that those that are taken are. While half of the places
 * of a kind are taken, nobody gets more than an equal share of them.
 * @param most requests of a kind that are worked on at the same time
 */
export function createAdmission(most: number) {
	const kinds = new Map(
		workKinds.map((kind) => [kind, { total: 0, users: new Map<string, number>(), rejected: { user: 0, service: 0 } }]),
	);
	const of = (kind: WorkKind) => kinds.get(kind) as NonNullable<ReturnType<typeof kinds.get>>;
	return {
		/** Takes a place until what is returned is called, once. @throws ServiceError RATE_LIMITED, OVERLOADED */
		enter(kind: WorkKind, userId: string): () => void {
			const work = of(kind);
			const mine = work.users.get(userId) ?? 0;
			if (work.total >= most) {
				work.rejected.service += 1;
				const message = 'The service has too much to do right now. Try again in a moment.';
				throw new ServiceError('OVERLOADED', message, [], retryAfter);
			}
			const share = Math.ceil(most / (work.users.size + (mine === 0 ? 1 : 0)));
			if (work.total >= most / 2 && mine >= share) {
				work.rejected.user += 1;
				const message = `You have ${mine} requests in progress, your share while the service is busy. Try again in a moment.`;
				throw new ServiceError('RATE_LIMITED', message, [], retryAfter);
			}
			work.total += 1;
			work.users.set(userId, mine + 1);
			return () => {
				work.total -= 1;
				const left = (work.users.get(userId) ?? 1) - 1;
				if (left === 0) work.users.delete(userId);
				else work.users.set(userId, left);
			};
		},
		/** Requests in progress, and how many were refused so far, because of the user's share or altogether. */
		counts: (kind: WorkKind) => ({ active: of(kind).total, rejected: { ...of(kind).rejected } }),
	};
}
