import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { type ListSearch, readListSearch, writeListSearch } from './list-search.ts';

/** From the last key to the address, ms: browsers refuse an address that changes with every key. */
const writeAfter = 250;

/**
 * The list's filter and sort, kept in the address. Answers at once; the address follows a moment later, and a change of
 * the address from outside (Back, a link) wins.
 */
export function useListSearch(): [ListSearch, (change: Partial<ListSearch>) => void] {
	const [params, setParams] = useSearchParams();
	const address = writeListSearch(readListSearch(params)).toString();
	const [state, setState] = useState({ search: readListSearch(params), address });
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const unwritten = useRef<ListSearch | null>(null);
	useEffect(() => () => clearTimeout(timer.current), []);

	// Somebody goes on before the address has followed: it is written without the router, whose navigation would take the
	// place of theirs. Back then brings the list as it was left.
	const leaving = useNavigation().state !== 'idle';
	useEffect(() => {
		if (!leaving || unwritten.current === null) return;
		clearTimeout(timer.current);
		const query = writeListSearch(unwritten.current).toString();
		unwritten.current = null;
		window.history.replaceState(
			window.history.state,
			'',
			`${window.location.pathname}${query === '' ? '' : `?${query}`}`,
		);
	}, [leaving]);

	if (state.address !== address) {
		setState({ search: readListSearch(params), address });
	}

	const change = (part: Partial<ListSearch>) => {
		const search = { ...state.search, ...part };
		setState({ ...state, search });
		clearTimeout(timer.current);
		unwritten.current = search;
		const write = () => {
			unwritten.current = null;
			setParams(writeListSearch(search), { replace: true });
		};
		// Only typing comes in quick succession.
		if (part.q === undefined) write();
		else timer.current = setTimeout(write, writeAfter);
	};
	return [state.search, change];
}
