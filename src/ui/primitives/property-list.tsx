import type { ReactNode } from 'react';
import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

interface List extends Look {
	/** Minimum term width, so that columns of several lists line up. */
	readonly aligned?: boolean | undefined;
	/** On narrow screens, each value is below its term. */
	readonly collapses?: boolean | undefined;
}

/** A list of terms (`dt`, or `Property`) and values (`dd`). */
export function PropertyList({ aligned, collapses, ...props }: PropsOf<'dl', List>) {
	return (
		<dl
			{...withLook(props, classes.properties)}
			data-aligned={aligned || undefined}
			data-collapses={collapses || undefined}
		/>
	);
}

export function Property({ name, children }: { readonly name: ReactNode; readonly children?: ReactNode }) {
	return (
		<>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</>
	);
}

/** A property list on as few lines as possible, such as below a title. */
export function PropertyLine(props: PropsOf<'dl', Look>) {
	return <dl {...withLook(props, classes.propertyLine)} />;
}

export function LineProperty({ name, children }: { readonly name: ReactNode; readonly children?: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
