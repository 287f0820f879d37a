import { useState } from 'react';
import { LazyPart, lazyPart } from '../states/lazy-part.tsx';
import type { ConfirmDialogProps } from './confirm-dialog-body.tsx';

const body = lazyPart(() => import('./confirm-dialog-body.tsx'), 'ConfirmDialogBody');

/** Asks before something of consequence. The focus begins on Cancel; Escape closes. Its code comes after the first screen. */
export function ConfirmDialog(props: ConfirmDialogProps) {
	const [wanted, setWanted] = useState(props.opened);
	if (props.opened && !wanted) setWanted(true);
	return wanted ? <LazyPart part={body} props={props} onMissing={props.onClose} /> : null;
}
