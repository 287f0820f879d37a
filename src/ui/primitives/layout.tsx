import type { ElementType } from 'react';
import { type Look, type PropsOf, type Space, spaceOf, withLook } from './look.ts';
import classes from './primitives.module.css';

interface Layout extends Look {
	/** Between the children, or [between rows, between columns]. */
	readonly gap?: Space | readonly [rows: Space, columns: Space] | undefined;
	readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' | undefined;
	readonly justify?: 'start' | 'between' | 'center' | 'end' | undefined;
	readonly nowrap?: boolean | undefined;
}

/** A layout element without rules for its children. Default: div. */
export function Box<Tag extends ElementType = 'div'>({ component, ...props }: PropsOf<Tag, Look>) {
	const Element: ElementType = component ?? 'div';
	return <Element {...withLook(props, undefined)} />;
}

/** Stacks its children vertically. Default: div. */
export function Stack<Tag extends ElementType = 'div'>({ component, ...props }: PropsOf<Tag, Layout>) {
	const Element: ElementType = component ?? 'div';
	return <Element {...withLayout(props, classes.stack, 'stretch')} />;
}

/** Places its children side by side, wrapping if needed. Default: div. */
export function Inline<Tag extends ElementType = 'div'>({ component, ...props }: PropsOf<Tag, Layout>) {
	const Element: ElementType = component ?? 'div';
	return <Element {...withLayout(props, classes.inline, 'center')} />;
}

function withLayout<Props extends Layout>(props: Props, className: string | undefined, aligned: Layout['align']) {
	const { gap = 0, align = aligned, justify = 'start', nowrap, ...rest } = props;
	const looked = withLook(rest, className);
	const spaces = typeof gap === 'number' ? spaceOf(gap) : gap.map(spaceOf).join(' ');
	return {
		...looked,
		'data-nowrap': nowrap || undefined,
		style: {
			['--gap' as string]: spaces,
			['--align' as string]: align,
			['--justify' as string]: justify === 'between' ? 'space-between' : justify,
			...looked.style,
		},
	};
}
