import { Inline } from './layout.tsx';
import type { Look, PropsOf } from './look.ts';

/** Buttons that close a dialog; the last one is its main action. */
export function DialogActions(props: PropsOf<'div', Look>) {
	return <Inline gap={2} justify="end" {...props} />;
}
