import { type LoaderFunction, matchRoutes, type RouteObject } from 'react-router';
import { withoutBasename } from '../../routing/basename.ts';
import { paths } from '../../routing/paths.ts';

/**
 * How long a link is hovered or focused before its page is loaded, in ms. For a shorter time, the pointer is only
 * passing over it.
 */
const restMs = 65;

/** Headers for loaders that prefetch. They skip work that only an opened page needs. */
export const aheadHeaders = { Purpose: 'prefetch' };

/** Prefetches a page's code and data while its link is hovered, focused or pressed. */
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
			// The page is requested again when it's needed, and its error is shown then.
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
		// A touch may be the start of a scroll.
		const isPress = type === 'pointerdown' && (event as PointerEvent).pointerType !== 'touch';
		resting = setTimeout(() => void load(link), isPress ? 0 : restMs);
	};
	for (const type of ['pointerover', 'pointerdown', 'focusin'])
		document.addEventListener(type, follow, { passive: true });
}

/**
 * Whether a link leads to another page in this tab. Excludes signing in, which does more than read: following it leaves
 * the console.
 */
const isAhead = ({ origin, pathname, search, target, download }: HTMLAnchorElement): boolean =>
	origin === location.origin &&
	target !== '_blank' &&
	download === '' &&
	withoutBasename(pathname) !== paths.signIn() &&
	`${pathname}${search}` !== `${location.pathname}${location.search}`;
