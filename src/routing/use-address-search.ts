import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useAddressParams, useWhenLeaving, writeIntoLeft } from '../lib/use-address-params.ts';

/** From the last key to the address, ms: browsers refuse an address that changes with every key. */
const writeAfter = 250;

/** How a list's filter and sort, or what else a page is asked for, stand in an address. */
export interface AddressSearch<S> {
	readonly read: (params: URLSearchParams) => S;
	/** Only what differs from the plain list. */
	readonly write: (search: S) => URLSearchParams;
	/** Whether such a change comes with every key. Default: where it has `q`, the words of a filter. */
	readonly isTyped?: (part: Partial<S>) => boolean;
}

interface Followed<S> {
	readonly search: S;
	/** That was drawn last. */
	readonly address: string;
	/** Addresses written from here that have not arrived yet, the oldest first. */
	readonly sent: readonly string[];
}

const next = <S>(before: Followed<S>, change: (before: Followed<S>) => Followed<S>): Followed<S> => change(before);

/**
 * What a page is asked for, kept in the address. Answers at once; the address follows a moment later where it was typed,
 * and a change of the address from outside (Back, a link) wins.
 */
export function useAddressSearch<S extends object>({
	read,
	write,
	isTyped = (part) => 'q' in part,
}: AddressSearch<S>): [S, (change: Partial<S> | ((latest: S) => Partial<S>)) => void] {
	const [params, setParams] = useAddressParams();
	const address = write(read(params)).toString();
	// Not `useState`: an update of that may be computed at once, from a state that was drawn with an address and given up since.
	const [state, setState] = useReducer(next<S>, { search: read(params), address, sent: [] });
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const unwritten = useRef<string | null>(null);
	useEffect(() => () => clearTimeout(timer.current), []);

	// Somebody goes on before the address has followed: Back then brings the list as it was left.
	useWhenLeaving(() => {
		if (unwritten.current === null) return;
		clearTimeout(timer.current);
		writeIntoLeft(new URLSearchParams(unwritten.current));
		unwritten.current = null;
	});

	// Somebody opened a link of the list that has the filter in it: the address is written already.
	useEffect(() => {
		if (unwritten.current !== address) return;
		clearTimeout(timer.current);
		unwritten.current = null;
	}, [address]);

	if (state.address !== address) {
		// What was chosen or typed while the address followed stays.
		const arrived = state.sent.indexOf(address);
		if (arrived === -1) setState(() => ({ search: read(params), address, sent: [] }));
		else setState((before) => ({ ...before, address, sent: before.sent.slice(arrived + 1) }));
	}

	// Two changes may come before either of them is drawn.
	const latest = useRef(state.search);
	useLayoutEffect(() => {
		latest.current = state.search;
	}, [state.search]);

	// The same function as long as the page stands: what it is handed to is not drawn anew with every key.
	const change = useCallbackRef((changed: Partial<S> | ((latest: S) => Partial<S>)) => {
		const part = typeof changed === 'function' ? changed(latest.current) : changed;
		const search = { ...latest.current, ...part };
		latest.current = search;
		setState((before) => ({ ...before, search }));
		clearTimeout(timer.current);
		const next = write(search).toString();
		unwritten.current = next;
		const follow = () => {
			unwritten.current = null;
			setState((before) => ({ ...before, sent: next === before.address ? [] : [...before.sent, next] }));
			// A link of the list that was opened meanwhile has the filter in it, and more.
			setParams((coming) => (write(read(coming)).toString() === next ? coming : new URLSearchParams(next)), {
				replace: true,
				preventScrollReset: true,
			});
		};
		if (isTyped(part)) timer.current = setTimeout(follow, writeAfter);
		else follow();
	});
	return [state.search, change];
}
