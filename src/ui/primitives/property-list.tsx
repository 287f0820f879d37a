import type { ReactNode } from 'react';
import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

interface List extends Look {
	/** The columns keep their places from one list to the next: terms are at least this wide. */
	readonly aligned?: boolean | undefined;
	/** On a narrow screen each value stands below its term. */
	readonly collapses?: boolean | undefined;
}

/** What is known of a thing: terms (`dt`, or `Property`), each with its value (`dd`) beside it. */
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

/** The same on as few lines as fit, as below the title of a record. */
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
