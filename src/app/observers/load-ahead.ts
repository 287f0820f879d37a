import { type LoaderFunction, matchRoutes, type RouteObject } from 'react-router';
import { withoutBasename } from '../../routing/basename.ts';

/** How long a link is pointed at or focused before its page is asked for, ms: less is passing by. */
const restMs = 65;

/** Asks for the code and data of a page as soon as its link is pointed at, focused or pressed, so that both are there after the click. */
export function loadAhead(routes: RouteObject[]): void {
	const load = async (link: HTMLAnchorElement): Promise<void> => {
		const pathname = withoutBasename(link.pathname);
		try {
			for (const { route, params } of matchRoutes(routes, { pathname }) ?? []) {
				const { loader } = typeof route.lazy === 'function' ? await route.lazy() : route;
				if (typeof loader !== 'function') continue;
				await (loader as LoaderFunction)({ request: new Request(link.href), params } as never);
			}
		} catch {
			// It is asked for again, and its failure shown, where it is needed.
		}
	};
	let resting: ReturnType<typeof setTimeout> | undefined;
	const follow = ({ target, type }: Event): void => {
		clearTimeout(resting);
		const link = target instanceof Element ? target.closest('a') : null;
		if (link === null || link.origin !== location.origin || link.hasAttribute('download')) return;
		resting = setTimeout(() => void load(link), type === 'pointerdown' ? 0 : restMs);
	};
	for (const type of ['pointerover', 'pointerdown', 'focusin'])
		document.addEventListener(type, follow, { passive: true });
}
