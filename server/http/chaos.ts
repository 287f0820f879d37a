import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errorStatus } from '#contract/error.ts';
import type { ChaosRule } from '../settings.ts';
import { errorBody } from './errors.ts';
import { operations } from './operations.ts';
import { apiBase, type Env, type ServiceApp, type ServiceContext } from './service-app.ts';

const places: readonly { id: string; method: string; path: string }[] = [
	...operations.map((it) => ({
		id: it.id,
		method: it.method,
		path: apiBase + it.path.replaceAll(/\{(\w+)\}/g, ':$1'),
	})),
	{ id: 'downloadObject', method: 'GET', path: '/objects/:sha256' },
	{ id: 'exchangeCode', method: 'POST', path: '/auth/code' },
];
const ids = places.map((it) => it.id);

/**
 * Reads rules such as `listBuildSpecs:latency=2000,rate=0.5;updateBuildSpec:fail=503;*:drop`. Words of a rule: `latency`
 * (milliseconds), `rate` (0 to 1), and one of `fail` (a status), `drop`, `after`, `cut`.
 * @throws Error in words
 */
export function parseChaos(text: string): ChaosRule[] {
	const rules = text.split(';').map((it) => it.trim());
	return rules.filter((it) => it !== '').map(parseRule);
}

/** What is wrong with rules, or null. */
export function chaosProblem(text: string): string | null {
	try {
		parseChaos(text);
		return null;
	} catch (error) {
		return (error as Error).message;
	}
}

function parseRule(text: string): ChaosRule {
	const [operation = '', words, ...rest] = text.split(':').map((it) => it.trim());
	if (operation !== '*' && !ids.includes(operation)) {
		throw new Error(`"${operation}" is not an operation. Name one of ${ids.join(', ')}, or * for all.`);
	}
	if (words === undefined || words === '' || rest.length > 0) {
		throw new Error(`"${text}" is not "operation:what", such as "${operation}:latency=2000".`);
	}
	const parts = words.split(',').map((it) => parseWord(it.trim()));
	if (parts.filter((it) => it.effect).length > 1) {
		throw new Error(`"${text}" asks for two ends of a request; one is possible.`);
	}
	return Object.assign({ operation, rate: 1, latencyMs: 0, effect: null }, ...parts);
}

function parseWord(word: string): Partial<ChaosRule> {
	const [name = '', value] = word.split('=');
	const amount = value !== undefined && /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
	if (name === 'latency' && amount <= 600_000) return { latencyMs: amount };
	if (name === 'rate' && amount <= 1) return { rate: amount };
	if (name === 'fail' && Number.isInteger(amount) && amount >= 400 && amount <= 599)
		return { effect: { fail: amount } };
	if (value === undefined && (name === 'drop' || name === 'after' || name === 'cut')) return { effect: name };
	throw new Error(
		`"${word}" is none of latency=MILLISECONDS (up to 600000), rate=0..1, fail=STATUS (400 to 599), drop, after, cut.`,
	);
}

/** Puts the rules before the routes of the operations that they name. To be called before the routes are made; without rules nothing is added. */
export function routeChaos(app: ServiceApp, rules: readonly ChaosRule[]): void {
	for (const { id, method, path } of places) {
		for (const rule of rules.filter((it) => it.operation === '*' || it.operation === id)) {
			app.on(method, path, disturb(rule));
		}
	}
}

function disturb({ rate, latencyMs, effect }: ChaosRule): MiddlewareHandler<Env> {
	return async (c, next) => {
		if (Math.random() >= rate) return next();
		if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
		if (effect === 'drop') return drop(c);
		if (effect !== null && typeof effect === 'object') return fail(c, effect.fail);
		await next();
		if (effect === 'after') c.res = drop(c);
		if (effect === 'cut') c.res = await cut(c, c.res);
	};
}

function fail(c: ServiceContext, status: number): Response {
	const known = Object.entries(errorStatus).find(([, it]) => it === status)?.[0];
	const message = 'This failed on purpose: the service was started with --chaos.';
	return c.json(errorBody(known ?? `HTTP_${status}`, message), status as ContentfulStatusCode);
}

/** Ends the connection without an answer. Without a port there is none to end: that is an answer that breaks at once. */
function drop(c: ServiceContext): Response {
	const outgoing = outgoingOf(c);
	if (outgoing === undefined) return new Response(brokenAfter(new Uint8Array()));
	outgoing.destroy();
	return RESPONSE_ALREADY_SENT;
}

/** Sends the head and half of the body, then ends the connection. */
async function cut(c: ServiceContext, answer: Response): Promise<Response> {
	const body = new Uint8Array(await answer.arrayBuffer());
	const half = body.subarray(0, Math.floor(body.length / 2));
	const outgoing = outgoingOf(c);
	if (outgoing === undefined) return new Response(brokenAfter(half), answer);
	outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': String(body.length) });
	outgoing.write(half, () => outgoing.destroy());
	return RESPONSE_ALREADY_SENT;
}

const outgoingOf = (c: ServiceContext): HttpBindings['outgoing'] | undefined =>
	(c.env as Partial<HttpBindings> | undefined)?.outgoing;

const brokenAfter = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> =>
	new ReadableStream({
		start(controller) {
			if (bytes.length > 0) controller.enqueue(bytes);
		},
		pull(controller) {
			controller.error(new Error('The connection was ended on purpose: --chaos.'));
		},
	});
