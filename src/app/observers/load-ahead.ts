import { type LoaderFunction, matchRoutes, type RouteObject } from 'react-router';
import { withoutBasename } from '../../routing/basename.ts';
import { paths } from '../../routing/paths.ts';

/** How long a link is pointed at or focused before its page is asked for, ms: less is passing by. */
const restMs = 65;

/** What a loader is asked with that asks ahead of its page: what is worth it for a page alone isn't begun. */
export const aheadHeaders = { Purpose: 'prefetch' };

/** Asks for the code and data of a page while its link is pointed at, focused or pressed, so that both are there after the click. */
export function loadAhead(routes: RouteObject[]): void {
	const load = async (link: HTMLAnchorElement): Promise<void> => {
		const pathname = withoutBasename(link.pathname);
		try {
			for (const { route, params } of matchRoutes(routes, { pathname }) ?? []) {
				const { loader } = typeof route.lazy === 'function' ? await route.lazy() : route;
				if (typeof loader !== 'function') continue;
				await (loader as LoaderFunction)({
					request: new Request(link.href, { headers: aheadHeaders }),
					params,
				} as never);
			}
		} catch {
			// It is asked for again, and its failure shown, where it is needed.
		}
	};
	let resting: ReturnType<typeof setTimeout> | undefined;
	let last: HTMLAnchorElement | null = null;
	const follow = (event: Event): void => {
		const { target, type } = event;
		const link = target instanceof Element ? target.closest('a') : null;
		if (link === last && type !== 'pointerdown') return;
		last = link;
		clearTimeout(resting);
		if (link === null || !isAhead(link)) return;
		// A touch may begin to scroll.
		const isPress = type === 'pointerdown' && (event as PointerEvent).pointerType !== 'touch';
		resting = setTimeout(() => void load(link), isPress ? 0 : restMs);
	};
	for (const type of ['pointerover', 'pointerdown', 'focusin'])
		document.addEventListener(type, follow, { passive: true });
}

/** Whether a link leads to another page in this tab. The one that signs in doesn't only read: asked for again, it leaves the console. */
const isAhead = ({ origin, pathname, search, target, download }: HTMLAnchorElement): boolean =>
	origin === location.origin &&
	target !== '_blank' &&
	download === '' &&
	withoutBasename(pathname) !== paths.signIn() &&
	`${pathname}${search}` !== `${location.pathname}${location.search}`;
