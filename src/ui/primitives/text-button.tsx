import type { ComponentProps } from 'react';
import { type Look, withLook } from './look.ts';
import classes from './primitives.module.css';

/** A button that reads as a link within text or a row. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | keyof Look> & Look) {
	return <button type="button" {...withLook(props, classes.textButton)} />;
}
