import type { ComponentProps, ElementType } from 'react';
import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

/** Text in one of the product's styles. Default: span. */
export function Text<Tag extends ElementType = 'span'>({ component, ...props }: PropsOf<Tag, Look>) {
	const Element: ElementType = component ?? 'span';
	return <Element {...withLook(props, classes.text)} />;
}

/** Secondary text. */
export function Muted<Tag extends ElementType = 'span'>({ component, ...props }: PropsOf<Tag, Look>) {
	const Element: ElementType = component ?? 'span';
	return <Element {...withLook({ tone: 'muted', ...props }, classes.text)} />;
}

/** Text for reading: larger, with a limited line length. Default: p. */
export function Prose<Tag extends ElementType = 'p'>({ component, ...props }: PropsOf<Tag, Look>) {
	const Element: ElementType = component ?? 'p';
	return <Element {...withLook({ size: 'prose', measure: true, ...props }, `${classes.text} ${classes.prose}`)} />;
}

export const HiddenText = (props: Omit<ComponentProps<'span'>, 'className'>) => (
	<span {...props} className={classes.hidden} />
);
