import type { ComponentProps, ElementType } from 'react';
import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

/** A text in one of the product's looks: a span, where `component` says nothing else. */
export function Text<Tag extends ElementType = 'span'>({ component, ...props }: PropsOf<Tag, Look>) {
	const Element: ElementType = component ?? 'span';
	return <Element {...withLook(props, classes.text)} />;
}

/** What is said aside. */
export function Muted<Tag extends ElementType = 'span'>({ component, ...props }: PropsOf<Tag, Look>) {
	const Element: ElementType = component ?? 'span';
	return <Element {...withLook({ tone: 'muted', ...props }, classes.text)} />;
}

/** Sentences to be read: larger, and no wider than is pleasant. A paragraph, where `component` says nothing else. */
export function Prose<Tag extends ElementType = 'p'>({ component, ...props }: PropsOf<Tag, Look>) {
	const Element: ElementType = component ?? 'p';
	return <Element {...withLook({ size: 'prose', measure: true, ...props }, `${classes.text} ${classes.prose}`)} />;
}

/** A text for those who hear the page. */
export const HiddenText = (props: Omit<ComponentProps<'span'>, 'className'>) => (
	<span {...props} className={classes.hidden} />
);
