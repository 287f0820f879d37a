import { useState } from 'react';

/** A value that is the parent's where it gives one, and the component's own where it does not. */
export function useOwn<T>(
	given: T | undefined,
	onChange: ((value: T) => void) | undefined,
	first: T,
): [T, (value: T) => void] {
	const [own, setOwn] = useState(first);
	const set = (value: T) => {
		setOwn(value);
		onChange?.(value);
	};
	return [given ?? own, set];
}
