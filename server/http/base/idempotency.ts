import { createHash } from 'node:crypto';
import type { Operation } from '#contract/operation.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { invalid } from '../../platform/core/service-error.ts';
import type { AnsweredWrites } from '../../platform/state/answered-writes.ts';
import { answeredMs, type Platform } from '../../platform/state/platform.ts';
import { Answered, type ServiceApp, type ServiceContext } from './service-app.ts';

/** Maximum number of remembered requests, and for how long, ms. Browsers retry within moments. */
const limit = 10_000;
export const longestKey = 200;

interface Remembered {
	readonly answer: Promise<unknown>;
	readonly until: number;
	etag: string | null;
}

/** Runs the work, or returns the answer to the same earlier request. */
export type Once = (
	operation: Operation,
	caller: Caller | null,
	body: unknown,
	c: ServiceContext,
	act: () => Promise<unknown>,
) => Promise<unknown>;

const ofApp = new WeakMap<ServiceApp, Once>();

/** The memory shared by all routes of an app. */
export function onceOf(app: ServiceApp, platform: Pick<Platform, 'now' | 'answered'>): Once {
	const once = ofApp.get(app) ?? createOnce(platform);
	ofApp.set(app, once);
	return once;
}

/** Writes that a retry could do twice. A PUT is idempotent, and guarded by `If-Match`. Requests to agents and queries of rows write nothing. */
export const takesKey = ({ method, auth, streams, linesWhileWorking }: Operation): boolean =>
	(method === 'POST' || method === 'DELETE') && auth !== 'public' && streams !== true && linesWhileWorking !== true;

/**
 * For a repeated POST or DELETE with the same token, URL, body and `Idempotency-Key`, returns the first response if that was a success
 * (docs/decisions/0008).
 */
function createOnce({ now, answered }: Pick<Platform, 'now' | 'answered'>): Once {
	const requests = new Map<string, Remembered>();

	return async (operation, caller, body, c, act) => {
		const key = c.req.header('idempotency-key');
		if (!takesKey(operation) || caller === null || key === undefined) return act();
		if (key.length > longestKey) {
			const message = `Idempotency-Key can have at most ${longestKey} characters. This one has ${key.length}. Use a shorter key, such as a UUID.`;
			throw invalid([{ code: 'TOO_LONG', path: 'Idempotency-Key', message }]);
		}
		const { pathname, search } = new URL(c.req.url);
		const name = fingerprint([caller.tokenId, operation.id, pathname, search, key, JSON.stringify(body) ?? '']);
		if (answered !== null) return actOnce(answered, name, c, act);
		const known = requests.get(name);
		if (known !== undefined && known.until > now().getTime()) {
			const answer = await known.answer;
			if (known.etag !== null) c.header('ETag', known.etag);
			return answer;
		}
		forgetOldest(requests);
		const remembered: Remembered = { answer: act(), until: now().getTime() + answeredMs, etag: null };
		requests.set(name, remembered);
		try {
			const answer = await remembered.answer;
			remembered.etag = c.res.headers.get('ETag');
			// A raw response can be read only once; such responses don't change anything.
			if (answer instanceof Response) requests.delete(name);
			return answer;
		} catch (error) {
			requests.delete(name);
			throw error;
		}
	};
}

/** Like `createOnce`, across all replicas. */
async function actOnce(
	answered: AnsweredWrites,
	name: string,
	c: ServiceContext,
	act: () => Promise<unknown>,
): Promise<unknown> {
	const known = await answered.begin(name);
	if (!known.mine) {
		if (known.answer.etag !== null) c.header('ETag', known.answer.etag);
		if (known.answer.body === null) return undefined;
		const { status, result } = JSON.parse(known.answer.body);
		return status === null ? result : new Answered(status, result);
	}
	try {
		const answer = await act();
		const etag = c.res.headers.get('ETag');
		const content = answer instanceof Answered ? answer : { status: null, result: answer };
		const body = answer === undefined ? null : JSON.stringify(content);
		if (answer instanceof Response) await answered.forget(name);
		else await answered.answered(name, { body, etag });
		return answer;
	} catch (error) {
		// Report the original failure even if this fails too.
		await answered.forget(name).catch(() => undefined);
		throw error;
	}
}

function forgetOldest(requests: Map<string, Remembered>): void {
	if (requests.size < limit) return;
	const [oldest] = requests.keys();
	if (oldest !== undefined) requests.delete(oldest);
}

const fingerprint = (parts: readonly string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64');
