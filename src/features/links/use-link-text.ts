import { useEffect, useRef, useState } from 'react';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { readLinkAddress, writeLinkAddress } from './link-address.ts';
import type { LinkText } from './model.ts';

/** From the last key to the address, ms: browsers refuse an address that changes with every key. */
const writeAfter = 250;

/** A link that is being typed, kept in the address: a reload brings it back, and another address is another link. */
export function useLinkText(): [LinkText, (text: LinkText) => void] {
	const [params, setParams] = useAddressParams();
	const address = writeLinkAddress(readLinkAddress(params)).toString();
	const [state, setState] = useState({ text: readLinkAddress(params), address, written: address });
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	if (state.address !== address) {
		// What was typed while the address followed stays.
		const isOwn = state.written === address;
		setState(isOwn ? { ...state, address } : { text: readLinkAddress(params), address, written: address });
	}
	const change = (text: LinkText) => {
		const next = writeLinkAddress(text);
		setState((before) => ({ ...before, text, written: next.toString() }));
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setParams(next, { replace: true, preventScrollReset: true }), writeAfter);
	};
	return [state.text, change];
}
