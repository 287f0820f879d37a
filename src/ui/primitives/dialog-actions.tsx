import type { ComponentProps } from 'react';
import { Inline } from './layout.tsx';

/** The buttons that end a dialog; the last one does what the dialog is for. */
export function DialogActions(props: ComponentProps<'div'>) {
	return <Inline gap={2} justify="end" {...props} />;
}
