import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { notFound } from '../platform/service-error.ts';
import type { Settings } from '../settings.ts';
import { guardPage } from './console-policy.ts';
import { answerError } from './errors.ts';
import { apiBase, type Env, type ServiceApp, type ServiceContext } from './service-app.ts';

/** What the console reads first: which services it may be signed in to, and what else it may call. */
const configOf = ({ services, connect }: Settings) => ({
	title: 'Dataset Console',
	services: [{ name: 'This machine', baseUrl: apiBase }, ...services],
	...(connect.length === 0 ? {} : { connect }),
});

/** The built console, with its pages' addresses all leading to the one page; without it, words about how to build it. */
export function routeConsole(app: ServiceApp, settings: Settings): void {
	app.get('/config.json', (c) => {
		c.header('Cache-Control', 'no-cache');
		return c.json(configOf(settings));
	});
	const page = settings.consoleDir === null ? unbuilt : pageOf(settings.consoleDir, settings);
	for (const path of ['/', '/index.html']) app.get(path, page);
	if (settings.consoleDir !== null) {
		app.get('*', lifetimes, serveStatic<Env>({ root: settings.consoleDir, precompressed: true }));
	}
	app.notFound((c) => {
		const wantsPage = ['GET', 'HEAD'].includes(c.req.method) && c.req.header('accept')?.includes('text/html');
		const isFile = /\.\w+$/.test(c.req.path) || /^\/(api|auth|objects|assets)(\/|$)/.test(c.req.path);
		return wantsPage && !isFile ? page(c) : answerError(c, notFound(`There is nothing at ${c.req.path}.`));
	});
}

/** Files under /assets carry a hash of their content in their name. */
const lifetimes: MiddlewareHandler<Env> = async (c, next) => {
	await next();
	if (!c.res.ok || c.res.headers.has('Cache-Control')) return;
	c.header('Cache-Control', c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
};

type Page = (c: ServiceContext) => Response;

function pageOf(root: string, settings: Settings): Page {
	const { pathname } = new URL(settings.publicUrl);
	const base = pathname.endsWith('/') ? pathname : `${pathname}/`;
	const built = readFileSync(join(root, 'index.html'), 'utf8');
	const html = /<base\b/i.test(built) ? built : built.replace(/<head[^>]*>/i, (head) => `${head}<base href="${base}">`);
	return (c) => {
		const { policy, page } = guardPage(html, settings);
		c.header('Cache-Control', 'no-cache');
		c.header('Content-Security-Policy', policy);
		return c.html(page);
	};
}

const unbuilt: Page = (c) => {
	c.header('Cache-Control', 'no-store');
	return c.text(
		`The service is running, but there is no built console to show.\n\nBuild it with: npm run build\nThen start the service again. The API is at ${apiBase}.\n`,
	);
};
