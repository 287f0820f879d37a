import { lazy, Suspense, useState } from 'react';
import type { ConfirmDialogProps } from './confirm-dialog-props.ts';
import { whenIdle } from './when-idle.ts';

const load = () => import('./confirm-dialog-body.tsx').then((it) => ({ default: it.ConfirmDialogBody }));
const Body = lazy(load);
whenIdle(load);

/** Asks before something of consequence. The focus begins on Cancel; Escape closes. Its code comes after the first screen. */
export function ConfirmDialog(props: ConfirmDialogProps) {
	const [wanted, setWanted] = useState(props.opened);
	if (props.opened && !wanted) setWanted(true);
	return wanted ? (
		<Suspense>
			<Body {...props} />
		</Suspense>
	) : null;
}
