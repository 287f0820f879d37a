import { useCallback, useContext, useEffect, useRef } from 'react';
import {
	createSearchParams,
	type DataRouter,
	type Location,
	type SetURLSearchParams,
	useLocation,
	useNavigate,
	useSearchParams,
} from 'react-router';
import { ConsoleRouterContext } from './console-router.tsx';

/** The path below the console's folder, as in `useLocation`. */
const pathIn = ({ basename = '/' }: DataRouter, { pathname }: Location): string =>
	basename === '/' ? pathname : pathname.slice(basename.length) || '/';

/**
 * Like the router's `useSearchParams`, but an update applies to the pending URL, not the last rendered one. So two
 * quick updates, or one from a callback that outlived a render, don't undo each other. An update without changes
 * doesn't disturb a pending navigation. If the user is already leaving for another page, that continues, and the update
 * goes to the URL being left.
 */
export function useAddressParams(): [URLSearchParams, SetURLSearchParams] {
	const [params, setParams] = useSearchParams();
	const navigate = useNavigate();
	const router = useContext(ConsoleRouterContext);
	const drawn = useLocation().pathname;
	const change = useCallback<SetURLSearchParams>(
		(next, options) => {
			if (router === null) return setParams(next, options);
			const { location, navigation } = router.state;
			const coming = navigation.location ?? location;
			// The page was left but is still rendered.
			if (pathIn(router, location) !== drawn) return;
			const isLeaving = pathIn(router, coming) !== drawn;
			const before = new URLSearchParams((isLeaving ? location : coming).search);
			const text = before.toString();
			const changed = createSearchParams(typeof next === 'function' ? next(before) : next);
			if (isLeaving) writeIntoLeft(changed);
			else if (changed.toString() !== text) return navigate(`?${changed}`, options);
		},
		[router, drawn, navigate, setParams],
	);
	return [params, change];
}

/** Calls back when the user leaves for another page, before it renders. */
export function useWhenLeaving(onLeaving: () => void): void {
	const router = useContext(ConsoleRouterContext);
	const drawn = useLocation().pathname;
	const latest = useRef(onLeaving);
	useEffect(() => {
		latest.current = onLeaving;
	});
	useEffect(
		() =>
			router?.subscribe(({ navigation }) => {
				if (navigation.location !== undefined && pathIn(router, navigation.location) !== drawn) latest.current();
			}),
		[router, drawn],
	);
}

/** Updates the URL being left without the router, whose navigation would replace the pending one. */
export function writeIntoLeft(params: URLSearchParams): void {
	const query = params.toString();
	window.history.replaceState(
		window.history.state,
		'',
		`${window.location.pathname}${query === '' ? '' : `?${query}`}`,
	);
}
