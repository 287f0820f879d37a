import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errorStatus } from '#contract/error.ts';
import { type ChaosRule, chaosTargets } from '../../settings/chaos.ts';
import { errorBody } from '../base/errors.ts';
import type { Env, ServiceApp, ServiceContext } from '../base/service-app.ts';

/** Installs the rules before the routes of their operations. Call it before the routes are created; does nothing without rules. */
export function routeChaos(app: ServiceApp, rules: readonly ChaosRule[]): void {
	for (const { id, method, path } of chaosTargets) {
		for (const rule of rules.filter((rule) => rule.operation === '*' || rule.operation === id)) {
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
	const known = Object.entries(errorStatus).find(([, candidate]) => candidate === status)?.[0];
	const message = 'The request failed deliberately, because the service was started with --chaos.';
	return c.json(errorBody(known ?? `HTTP_${status}`, message), status as ContentfulStatusCode);
}

/** Closes the connection without a response. Without a port, returns a response that fails immediately. */
function drop(c: ServiceContext): Response {
	const outgoing = outgoingOf(c);
	if (outgoing === undefined) return new Response(brokenAfter(new Uint8Array()));
	outgoing.destroy();
	return RESPONSE_ALREADY_SENT;
}

/** Sends the headers and half of the body, then closes the connection. */
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
			controller.error(
				new Error('The connection was closed deliberately, because the service was started with --chaos.'),
			);
		},
	});
