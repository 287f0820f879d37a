import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';

/** From the last key to the address, ms: browsers refuse an address that changes with every key. */
const writeAfter = 250;

/** How a list's filter and sort stand in an address. */
export interface AddressSearch<S> {
	readonly read: (params: URLSearchParams) => S;
	/** Only what differs from the plain list. */
	readonly write: (search: S) => URLSearchParams;
}

/**
 * A list's filter and sort, kept in the address. Answers at once; the address follows a moment later where `q` was typed,
 * and a change of the address from outside (Back, a link) wins.
 */
export function useAddressSearch<S extends { readonly q: string }>({
	read,
	write,
}: AddressSearch<S>): [S, (change: Partial<S>) => void] {
	const [params, setParams] = useSearchParams();
	const address = write(read(params)).toString();
	const [state, setState] = useState({ search: read(params), address });
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const unwritten = useRef<string | null>(null);
	useEffect(() => () => clearTimeout(timer.current), []);

	// Somebody goes on before the address has followed: it is written without the router, whose navigation would take the
	// place of theirs. Back then brings the list as it was left.
	const leaving = useNavigation().state !== 'idle';
	useEffect(() => {
		if (!leaving || unwritten.current === null) return;
		clearTimeout(timer.current);
		const query = unwritten.current;
		unwritten.current = null;
		window.history.replaceState(
			window.history.state,
			'',
			`${window.location.pathname}${query === '' ? '' : `?${query}`}`,
		);
	}, [leaving]);

	// Somebody opened a link of the list that has the filter in it: the address is written already.
	useEffect(() => {
		if (unwritten.current !== address) return;
		clearTimeout(timer.current);
		unwritten.current = null;
	}, [address]);

	if (state.address !== address) setState({ search: read(params), address });

	const change = (part: Partial<S>) => {
		const search = { ...state.search, ...part };
		setState({ ...state, search });
		clearTimeout(timer.current);
		const next = write(search);
		unwritten.current = next.toString();
		const follow = () => {
			unwritten.current = null;
			setParams(next, { replace: true });
		};
		// Only typing comes in quick succession.
		if (part.q === undefined) follow();
		else timer.current = setTimeout(follow, writeAfter);
	};
	return [state.search, change];
}
