import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { notFound } from '../../platform/core/service-error.ts';
import type { Settings } from '../../settings/settings.ts';
import { answerError } from '../base/errors.ts';
import { apiBase, type Env, type ServiceApp, type ServiceContext } from '../base/service-app.ts';
import { guardPage, withBase } from './console-policy.ts';

export interface ConsoleOptions {
	/** Folder of the built console, or null if it isn't built. */
	readonly folder: string | null;
	/** Path at which users reach it, with a slash at both ends. */
	readonly path: string;
	/** Content of `config.json`: the services that users may sign in to. */
	readonly config: object;
	/** What it may call besides its own origin. */
	readonly calls: readonly string[];
}

/** @param first the service offered first; defaults to its own @param calls what it may call for that one */
export function consoleOf(
	{ consoleDir: folder, publicUrl, services, connect }: Settings,
	first = { name: 'This machine', baseUrl: pathOf(publicUrl) + apiBase },
	calls = [publicUrl],
): ConsoleOptions {
	return {
		folder,
		path: `${pathOf(publicUrl)}/`,
		config: { title: 'Dataset Console', services: [first, ...services] },
		calls: [...calls, ...services.map((service) => service.baseUrl), ...connect],
	};
}

export const pathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');

/** Serves the built console, with all page URLs leading to the same page; if it isn't built, serves text explaining how to build it. */
export function routeConsole(app: ServiceApp, options: ConsoleOptions): void {
	app.get('/config.json', (c) => {
		c.header('Cache-Control', 'no-cache');
		return c.json(options.config);
	});
	const { folder } = options;
	const page = folder === null ? unbuilt : pageOf(folder, options);
	for (const path of ['/', '/index.html']) app.get(path, page);
	if (folder !== null) {
		app.get('*', lifetimes, serveStatic<Env>({ root: folder, precompressed: true }));
	}
	app.notFound((c) => {
		const wantsPage = ['GET', 'HEAD'].includes(c.req.method) && c.req.header('accept')?.includes('text/html');
		const isFile = /\.\w+$/.test(c.req.path) || /^\/(api|auth|objects|assets)(\/|$)/.test(c.req.path);
		return wantsPage && !isFile ? page(c) : answerError(c, notFound(`${c.req.path} doesn’t exist.`));
	});
}

/** Files under /assets have a content hash in their name. */
const lifetimes: MiddlewareHandler<Env> = async (c, next) => {
	await next();
	if (!c.res.ok || c.res.headers.has('Cache-Control')) return;
	c.header('Cache-Control', c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
};

type Page = (c: ServiceContext) => Response;

function pageOf(folder: string, { path, calls }: ConsoleOptions): Page {
	const html = withBase(readFileSync(join(folder, 'index.html'), 'utf8'), path);
	return (c) => {
		const { policy, page } = guardPage(html, calls);
		c.header('Cache-Control', 'no-cache');
		c.header('Content-Security-Policy', policy);
		return c.html(page);
	};
}

const unbuilt: Page = (c) => {
	c.header('Cache-Control', 'no-store');
	return c.text(
		`The service is running, but the console isn’t built.\n\nBuild it with: npm run build\nThen start the service again. The API is at ${apiBase}.\n`,
	);
};
