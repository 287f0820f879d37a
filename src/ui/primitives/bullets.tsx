import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

/** A list with bullets, indented no further than they need. */
export function Bullets(props: PropsOf<'ul', Look>) {
	return <ul {...withLook(props, classes.bullets)} />;
}
