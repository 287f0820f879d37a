import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
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
	useEffect(() => () => clearTimeout(timer.current), []);

	if (state.address !== address) {
		setState({ search: readListSearch(params), address });
	}

	const change = (part: Partial<ListSearch>) => {
		const search = { ...state.search, ...part };
		setState({ ...state, search });
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setParams(writeListSearch(search), { replace: true }), writeAfter);
	};
	return [state.search, change];
}
