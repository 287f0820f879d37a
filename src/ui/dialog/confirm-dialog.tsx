import { useState } from 'react';
import { LazyPart, lazyPart } from '../states/lazy-part.tsx';
import type { ConfirmDialogProps } from './confirm-dialog-body.tsx';

const body = lazyPart(() => import('./confirm-dialog-body.tsx'), 'ConfirmDialogBody');

/** Asks for confirmation. Cancel has the initial focus; Escape closes. Its code loads after the first screen. */
export function ConfirmDialog(props: ConfirmDialogProps) {
	const [wanted, setWanted] = useState(props.opened);
	if (props.opened && !wanted) setWanted(true);
	return wanted ? <LazyPart part={body} props={props} onMissing={props.onClose} /> : null;
}
