import { useCallback } from 'react';
import { useAddressParams } from './use-address-params.ts';

/** Edits the URL's parameters without a history entry or scrolling. */
export function useAddressEdit(): (edit: (params: URLSearchParams) => void) => void {
	const [, setParams] = useAddressParams();
	return useCallback(
		(edit) =>
			setParams(
				(params) => {
					edit(params);
					return params;
				},
				{ replace: true, preventScrollReset: true },
			),
		[setParams],
	);
}

export function setOrDelete(params: URLSearchParams, name: string, value: string | null): void {
	if (value === null) params.delete(name);
	else params.set(name, value);
}
