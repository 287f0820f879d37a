import { type MiddlewareFunction, redirect } from 'react-router';
import { useSessionStore } from '../features/session/model.ts';
import { hasTakenCode } from '../features/session/sign-in-code.ts';
import { paths } from '../routing/paths.ts';
import { basename } from './basename.ts';

/** Runs before the loaders of every page but the sign-in page: without a session there is nothing to ask for. */
export const requireSession: MiddlewareFunction = async ({ request }, next) => {
	const wanted = pathOf(new URL(request.url));
	if (hasTakenCode() || useSessionStore.getState().session === null) throw redirect(paths.signIn(wanted));
	return await next();
};

function pathOf(url: URL): string {
	const base = basename();
	const path = base !== '/' && url.pathname.startsWith(base) ? url.pathname.slice(base.length) || '/' : url.pathname;
	return `${path}${url.search}`;
}
