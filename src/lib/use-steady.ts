import { useLayoutEffect, useRef, useState } from 'react';

type Calls<T> = { readonly [K in keyof T]: (...args: never[]) => unknown };

/** Stable callbacks that call the latest ones, so components that receive them don't rerender. */
export function useSteady<T extends Calls<T>>(given: T): T {
	const latest = useRef(given);
	useLayoutEffect(() => {
		latest.current = given;
	});
	const [steady] = useState(() => {
		const call =
			(name: keyof T) =>
			(...args: never[]) =>
				latest.current[name](...args);
		return Object.fromEntries(Object.keys(given).map((name) => [name, call(name as keyof T)])) as T;
	});
	return steady;
}
