import type { CSSProperties, ElementType } from 'react';
import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

/** Steps of the 4 px grid, as theme.css names them. */
type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6;

interface Layout extends Look {
	/** Between the children, or [between rows, between columns]. */
	readonly gap?: Space | readonly [rows: Space, columns: Space] | undefined;
	readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' | undefined;
	readonly justify?: 'between' | 'center' | 'end' | undefined;
	readonly nowrap?: boolean | undefined;
	readonly style?: CSSProperties | undefined;
}

const spaceOf = (step: Space): string => (step === 0 ? '0px' : `var(--space-${step})`);

/** A place in a layout, with nothing said about its children: a div, where `component` says nothing else. */
export function Box<Tag extends ElementType = 'div'>({ component, ...props }: PropsOf<Tag, Look>) {
	const Element: ElementType = component ?? 'div';
	return <Element {...withLook(props, undefined)} />;
}

/** Children one below the other: a div, where `component` says nothing else. */
export function Stack<Tag extends ElementType = 'div'>({ component, ...props }: PropsOf<Tag, Layout>) {
	const Element: ElementType = component ?? 'div';
	return <Element {...withLayout(props, classes.stack)} />;
}

/** Children side by side, on as many lines as they need: a div, where `component` says nothing else. */
export function Inline<Tag extends ElementType = 'div'>({ component, ...props }: PropsOf<Tag, Layout>) {
	const Element: ElementType = component ?? 'div';
	return <Element {...withLayout(props, classes.inline)} />;
}

function withLayout<Props extends Layout>(props: Props, className: string | undefined) {
	const { gap = 0, align, justify, nowrap, style, ...rest } = props;
	const spaces = typeof gap === 'number' ? spaceOf(gap) : gap.map(spaceOf).join(' ');
	return {
		...withLook(rest, className),
		'data-align': align,
		'data-justify': justify,
		'data-nowrap': nowrap || undefined,
		style: { ['--gap' as string]: spaces, ...style },
	};
}
