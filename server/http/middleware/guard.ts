import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { forbidden, invalid } from '../../platform/core/service-error.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Env, incomingOf, type ServiceContext } from '../base/service-app.ts';

/** Gives every request an id, included in the response and the log. */
export const requestId: MiddlewareHandler<Env> = async (c, next) => {
	const id = randomUUID();
	c.set('requestId', id);
	c.header('X-Request-Id', id);
	c.header('X-Content-Type-Options', 'nosniff');
	c.header('Referrer-Policy', 'no-referrer');
	c.header('X-Frame-Options', 'DENY');
	await next();
};

/** Adds the service's time to each response, so that clients can compare expiry times even if their clock is wrong. */
export const serviceClock =
	(now: () => Date): MiddlewareHandler<Env> =>
	async (c, next) => {
		c.header('Date', now().toUTCString());
		await next();
	};

/** Refuses `.`, `..` and slashes in path segments, including escaped ones, in the URL as sent: intermediate parsers would resolve them. */
export const plainPath: MiddlewareHandler<Env> = async (c, next) => {
	const sent = incomingOf(c)?.url ?? c.req.path;
	const [path = ''] = sent.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/);
	const odd = path.split('/').find(leadsElsewhere);
	if (odd !== undefined) {
		const message = `"${odd}" in the URL isn’t a valid name. Don’t use ".", "..", slashes or backslashes.`;
		throw invalid([{ code: 'INVALID_VALUE', path: 'path', message }]);
	}
	await next();
};

function leadsElsewhere(segment: string): boolean {
	const plain = segment.replaceAll(/%2e/gi, '.');
	return plain === '.' || plain === '..' || /%2f|%5c|\\/i.test(segment);
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Prevents DNS rebinding: answers only for loopback names, the public host, `--allowed-hosts` and the address that received the request. */
export function knownHost(settings: Settings): MiddlewareHandler<Env> {
	const listed = new Set(
		[new URL(settings.publicUrl).host, ...settings.allowedHosts].map((name) => name.toLowerCase()),
	);
	return async (c, next) => {
		const host = nameCalled(c).toLowerCase();
		const name = host.replace(/:\d+$/, '');
		if (!listed.has(host) && !listed.has(name) && !loopback.test(host) && name !== addressReached(c)) {
			throw forbidden(
				`This service doesn’t accept requests for the host ${host}. Use ${settings.publicUrl}, or start the service with --allowed-hosts ${name}.`,
			);
		}
		await next();
	};
}

/** The address that accepted the connection, as a Host header would name it. No page of another origin can have that as its own name. */
function addressReached(c: ServiceContext): string | null {
	const address = incomingOf(c)?.socket?.localAddress;
	if (address === undefined) return null;
	// An IPv4 connection to a dual-stack socket.
	const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
	return plain.includes(':') ? `[${plain}]` : plain;
}

/** The host name the request was sent to. One in the request line takes precedence over the Host header (RFC 9112, section 3.2.2). */
function nameCalled(c: ServiceContext): string {
	const line = incomingOf(c)?.url ?? '';
	const [, inLine] = /^[a-z]+:\/\/([^/?#]*)/i.exec(line) ?? [];
	return inLine ?? c.req.header('host') ?? new URL(c.req.url).host;
}

const exposed =
	'X-Request-Id, ETag, Content-Range, Accept-Ranges, Content-Disposition, Date, Allow, Retry-After, A2A-Extensions';
const allowedHeaders =
	'Authorization, Content-Type, If-Match, If-None-Match, If-Modified-Since, If-Range, Range, Idempotency-Key, A2A-Version, A2A-Extensions';

/** Allows browser calls from the service's own pages and the configured consoles, and refuses all other origins. */
export function knownOrigin(settings: Settings): MiddlewareHandler<Env> {
	const listed = new Set([
		...settings.consoleOrigins,
		...[settings.publicUrl, ...settings.consoleUrls].map((url) => new URL(url).origin),
	]);
	return async (c, next) => {
		c.header('Vary', 'Origin');
		const origin = c.req.header('origin');
		if (origin === undefined) return next();
		if (!listed.has(origin) && !isOwn(c, origin, settings)) {
			throw forbidden(refusal(origin));
		}
		c.header('Access-Control-Allow-Origin', origin);
		c.header('Access-Control-Expose-Headers', exposed);
		if (c.req.method !== 'OPTIONS' || c.req.header('access-control-request-method') === undefined) return next();
		c.header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE');
		c.header('Access-Control-Allow-Headers', allowedHeaders);
		c.header('Access-Control-Max-Age', '600');
		return c.body(null, 204);
	};
}

const refusal = (origin: string): string =>
	origin === 'null'
		? 'A page without an origin, such as a file or a sandboxed frame, can’t call this service. Serve it over HTTP.'
		: `Pages from ${origin} can’t call this service. To allow them, start the service with --console-origin ${origin}.`;

/** Whether the page was served under the called name, or under another loopback name with our port. */
function isOwn(c: ServiceContext, origin: string, settings: Settings): boolean {
	if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
	const { host, port } = new URL(origin);
	if (host === c.req.header('host')) return true;
	return (
		loopback.test(host) && port === new URL(settings.publicUrl).port && loopback.test(new URL(settings.publicUrl).host)
	);
}
