import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

/** A bulleted list, indented only as far as needed. */
export function Bullets(props: PropsOf<'ul', Look>) {
	return <ul {...withLook(props, classes.bullets)} />;
}
