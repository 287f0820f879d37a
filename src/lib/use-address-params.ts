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

/** The path below the folder that the console is served in, as `useLocation` has it. */
const pathIn = ({ basename = '/' }: DataRouter, { pathname }: Location): string =>
	basename === '/' ? pathname : pathname.slice(basename.length) || '/';

/**
 * As the router's own `useSearchParams`, but a function changes the address that is coming, not the one that was drawn
 * last: of two changes in quick succession, or from a callback that outlived a render, none takes back the other. What
 * changes nothing leaves the navigation alone that is under way. Where somebody is on the way to another page, theirs goes on and the change goes into the address that they leave.
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
			// The page is left already and only drawn still.
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

/** Calls back as somebody sets out for another page, before anything of it is drawn. */
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

/** Writes the address that is being left without the router, whose navigation would take the place of the one under way. */
export function writeIntoLeft(params: URLSearchParams): void {
	const query = params.toString();
	window.history.replaceState(
		window.history.state,
		'',
		`${window.location.pathname}${query === '' ? '' : `?${query}`}`,
	);
}
