import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useAddressParams, useWhenLeaving, writeIntoLeft } from '../lib/use-address-params.ts';

/** Delay between the last key and the URL update, in ms. Browsers reject URL changes at every key. */
const writeAfter = 250;

export interface AddressSearch<S> {
	readonly read: (params: URLSearchParams) => S;
	/** Writes only differences from the default. */
	readonly write: (search: S) => URLSearchParams;
	/** Whether such a change comes at every key. Default: if it has `q`, the filter text. */
	readonly isTyped?: (part: Partial<S>) => boolean;
}

interface Followed<S> {
	readonly search: S;
	/** The last rendered URL. */
	readonly address: string;
	/** URLs written from here that haven't arrived yet, oldest first. */
	readonly sent: readonly string[];
}

const next = <S>(before: Followed<S>, change: (before: Followed<S>) => Followed<S>): Followed<S> => change(before);

/**
 * State of a page in the URL. Updates immediately; the URL follows shortly after typing. A URL change from outside
 * (Back, a link) wins.
 */
export function useAddressSearch<S extends object>({
	read,
	write,
	isTyped = (part) => 'q' in part,
}: AddressSearch<S>): [S, (change: Partial<S> | ((latest: S) => Partial<S>)) => void] {
	const [params, setParams] = useAddressParams();
	const address = write(read(params)).toString();
	// Not `useState`: its updates may be computed eagerly, from a render that was discarded later.
	const [state, setState] = useReducer(next<S>, { search: read(params), address, sent: [] });
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const unwritten = useRef<string | null>(null);
	useEffect(() => () => clearTimeout(timer.current), []);

	// The user leaves before the URL was updated. Back then returns to the list as it was left.
	useWhenLeaving(() => {
		if (unwritten.current === null) return;
		clearTimeout(timer.current);
		writeIntoLeft(new URLSearchParams(unwritten.current));
		unwritten.current = null;
	});

	// The user opened a link that includes the filter, so the URL is already written.
	useEffect(() => {
		if (unwritten.current !== address) return;
		clearTimeout(timer.current);
		unwritten.current = null;
	}, [address]);

	if (state.address !== address) {
		// Keeps what was chosen or typed while the URL update was pending.
		const arrived = state.sent.indexOf(address);
		if (arrived === -1) setState(() => ({ search: read(params), address, sent: [] }));
		else setState((before) => ({ ...before, address, sent: before.sent.slice(arrived + 1) }));
	}

	// Two changes may come before either is rendered.
	const latest = useRef(state.search);
	useLayoutEffect(() => {
		latest.current = state.search;
	}, [state.search]);

	// A stable function, so that children don't rerender at every key.
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
			// A link opened since then includes the filter, and more.
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
