import { Inline } from './layout.tsx';
import type { Look, PropsOf } from './look.ts';

/** The buttons that end a dialog; the last one does what the dialog is for. */
export function DialogActions(props: PropsOf<'div', Look>) {
	return <Inline gap={2} justify="end" {...props} />;
}
