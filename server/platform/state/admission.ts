import { ServiceError } from '../core/service-error.ts';

/** `rows`: what the engine reads; `agents` and `downloads`: until the last byte is sent; `catalog`: everything else. */
export const workKinds = ['catalog', 'rows', 'agents', 'downloads'] as const;
export type WorkKind = (typeof workKinds)[number];

/** When to try again, seconds. */
const retryAfter = 1;
/** Who would wait longer for a turn is refused, ms. */
const longestWaitMs = 400;
/** The catalog answers one after the other: more at once would only make each of them slower. */
const catalogAtOnce = 8;
/** So many may always wait: what one or two pages ask for at once, also where the machine is busy with something else. */
const leastWaiting = 16;

/**
 * Refuses requests that could not be answered in time, at once, so that those that are taken are. Users take turns, and
 * nobody takes more than an equal share of the places while the service is busy.
 * @param most requests of a kind that are worked on at the same time
 */
export function createAdmission(most: number) {
	const kinds = {
		catalog: createTurns(Math.min(most, catalogAtOnce), most, expectedWait()),
		rows: createTurns(most, 0, () => 0),
		// They take long: somebody who comes later finds a place at once, whoever was alone before.
		agents: createTurns(most, 0, () => 0, most / 2),
		downloads: createTurns(most, 0, () => 0, most / 2),
	};
	return {
		/** Fulfills when the request may go on; what is returned is called when it is done. @throws ServiceError RATE_LIMITED, OVERLOADED */
		enter: (kind: WorkKind, userId: string): Promise<() => void> => kinds[kind].enter(userId),
		/** Requests in progress, and how many were refused so far, because of the user's share or altogether. */
		counts: (kind: WorkKind) => kinds[kind].counts(),
	};
}

/** How long one takes before any was done, ms: a service that has just started is slower than it will be. */
const firstMsEach = 20;

/** How long the next one would wait, ms, judged by how fast others were done: quick to notice that they slow down, slow to forget it. */
function expectedWait() {
	let msEach = firstMsEach;
	let lastAt = 0;
	return (waiting: number, isDone: boolean): number => {
		const now = performance.now();
		// Only while others wait does the time between two say how long one takes.
		if (isDone && waiting > 0) {
			const took = Math.min(now - lastAt, longestWaitMs);
			msEach += (took - msEach) / (took > msEach ? 4 : 16);
		}
		if (isDone) lastAt = now;
		return waiting * msEach;
	};
}

/** @param places those who work @param mostWaiting beside them @param mostOfUser even where nobody else is there */
function createTurns(
	places: number,
	mostWaiting: number,
	waitOf: (waiting: number, isDone: boolean) => number,
	mostOfUser = Number.POSITIVE_INFINITY,
) {
	const most = places + mostWaiting;
	/** By user, in the order of their turns. */
	const lanes = new Map<string, (() => void)[]>();
	const active = new Map<string, number>();
	const rejected = { user: 0, service: 0 };
	let waiting = 0;
	let working = 0;
	let scheduled = false;

	const leave = (userId: string) => () => {
		working -= 1;
		const left = (active.get(userId) ?? 1) - 1;
		if (left === 0) active.delete(userId);
		else active.set(userId, left);
		waitOf(waiting, true);
		schedule();
	};
	const next = (): void => {
		scheduled = false;
		const [entry] = lanes;
		if (entry === undefined || working >= places) return;
		const [userId, lane] = entry;
		const begin = lane.shift();
		lanes.delete(userId);
		if (lane.length > 0) lanes.set(userId, lane);
		waiting -= 1;
		working += 1;
		active.set(userId, (active.get(userId) ?? 0) + 1);
		begin?.();
		schedule();
	};
	// One a turn of the event loop: a request that never waits would keep those of others from even being read.
	const schedule = (): void => {
		if (scheduled || waiting === 0 || working >= places) return;
		scheduled = true;
		setImmediate(next);
	};

	const assertRoom = (userId: string): void => {
		const all = waiting + working;
		const isSlow = waiting >= leastWaiting && waitOf(waiting, false) > longestWaitMs;
		const isFull = all >= most || isSlow;
		if (isFull) {
			rejected.service += 1;
			const message = 'The service is busy right now. Try again in a moment.';
			throw new ServiceError('OVERLOADED', message, [], retryAfter);
		}
		const mine = (lanes.get(userId)?.length ?? 0) + (active.get(userId) ?? 0);
		const users = new Set([...lanes.keys(), ...active.keys(), userId]).size;
		const isOverShare = users > 1 && all >= most / 2 && mine >= most / users;
		if (!isOverShare && mine < mostOfUser) return;
		rejected.user += 1;
		const message = `You have ${mine} requests in progress, your share while the service is busy. Try again in a moment.`;
		throw new ServiceError('RATE_LIMITED', message, [], retryAfter);
	};

	return {
		async enter(userId: string): Promise<() => void> {
			assertRoom(userId);
			await new Promise<void>((resolve) => {
				waiting += 1;
				lanes.set(userId, [...(lanes.get(userId) ?? []), resolve]);
				schedule();
			});
			return leave(userId);
		},
		counts: () => ({ active: waiting + working, rejected: { ...rejected } }),
	};
}
