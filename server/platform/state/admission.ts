import { ServiceError } from '../core/service-error.ts';

/** `rows`: what the engine reads; `agents` and `downloads`: until the last byte is sent; `catalog`: everything else. */
export const workKinds = ['catalog', 'rows', 'agents', 'downloads'] as const;
export type WorkKind = (typeof workKinds)[number];

/** Suggested delay before a retry, seconds. */
const retryAfter = 1;
/** Requests that would wait longer are refused, ms. */
const longestWaitMs = 400;
/** The catalog works sequentially: more concurrent requests would only slow each one down. */
const catalogAtOnce = 8;
/** This many may always wait: the concurrent requests of one or two pages, even if the machine is busy. */
const leastWaiting = 16;

/**
 * Refuses immediately what couldn't be answered in time, so that accepted requests are. Users take turns, and nobody gets more than an equal share
 * while the service is busy.
 * @param most concurrent requests of a kind
 */
export function createAdmission(most: number) {
	const kinds = {
		catalog: createTurns(Math.min(most, catalogAtOnce), most, expectedWait()),
		rows: createTurns(most, 0, () => 0),
		// These take long, so one user alone may not occupy all slots.
		agents: createTurns(most, 0, () => 0, most / 2),
		downloads: createTurns(most, 0, () => 0, most / 2),
	};
	return {
		/** Resolves when the request may proceed; call the result when it's done. @throws ServiceError RATE_LIMITED, OVERLOADED */
		enter: (kind: WorkKind, userId: string): Promise<() => void> => kinds[kind].enter(userId),
		/** Requests in progress, and the number refused so far, because of the user's share or in total. */
		counts: (kind: WorkKind) => kinds[kind].counts(),
	};
}

/** Assumed duration before any request is done, ms: a service that has just started is slow at first. */
const firstMsEach = 20;

/** How long the next request would wait, ms, estimated from recent ones: adapts quickly when they slow down, and slowly when they get faster. */
function expectedWait() {
	let msEach = firstMsEach;
	let lastAt = 0;
	return (waiting: number, isDone: boolean): number => {
		const now = performance.now();
		// The interval between two completions is meaningful only while others wait.
		if (isDone && waiting > 0) {
			const took = Math.min(now - lastAt, longestWaitMs);
			msEach += (took - msEach) / (took > msEach ? 4 : 16);
		}
		if (isDone) lastAt = now;
		return waiting * msEach;
	};
}

/** @param places concurrent requests @param maxWaiting waiting requests @param maxPerUser limit per user, even without other users */
function createTurns(
	places: number,
	maxWaiting: number,
	waitOf: (waiting: number, isDone: boolean) => number,
	maxPerUser = Number.POSITIVE_INFINITY,
) {
	const most = places + maxWaiting;
	/** By user, in order of their turns. */
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
	// Starts one per turn of the event loop: requests that never wait would prevent others from being read.
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
		if (!isOverShare && mine < maxPerUser) return;
		rejected.user += 1;
		const message = `You have ${mine === 1 ? '1 request' : `${mine} requests`} in progress, and no more are allowed per user right now. Try again in a moment.`;
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
