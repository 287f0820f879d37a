import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ErrorFacts } from './error-facts.ts';
import { whenIdle } from './when-idle.ts';

export interface ConfirmDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
	readonly title: string;
	/** Verb and object, for example "Delete airport_delays". */
	readonly confirmLabel: string;
	readonly tone?: 'danger' | 'normal';
	readonly onConfirm: () => void;
	/** The action is under way: it cannot be asked for twice, and the dialog stays. */
	readonly pending?: boolean;
	readonly error?: ErrorFacts | null;
	readonly children?: ReactNode;
}

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
