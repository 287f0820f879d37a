import { useLayoutEffect, useRef, useState } from 'react';

type Calls<T> = { readonly [K in keyof T]: (...args: never[]) => unknown };

/** The same callbacks for ever; each calls what was given last, so that who gets them is not drawn because they changed. */
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
