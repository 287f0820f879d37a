import { type MiddlewareFunction, redirect } from 'react-router';
import { useSessionStore } from '../../features/session/model.ts';
import { hasTakenCode } from '../../features/session/sign-in/sign-in-code.ts';
import { withoutBasename } from '../../routing/basename.ts';
import { paths } from '../../routing/paths.ts';

/** Runs before the loaders of every page but the sign-in page: without a session there is nothing to ask for. */
export const requireSession: MiddlewareFunction = async ({ request }, next) => {
	const { pathname, search } = new URL(request.url);
	if (hasTakenCode() || useSessionStore.getState().session === null)
		throw redirect(paths.signIn(`${withoutBasename(pathname)}${search}`));
	return await next();
};
