import type { ReactNode } from 'react';
import type { ErrorFacts } from './error-facts.ts';

export interface ConfirmDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
	readonly title: string;
	/** Verb and object, for example "Delete airport_delays". */
	readonly confirmLabel: string;
	readonly tone?: 'danger' | 'normal';
	readonly onConfirm: () => void;
	/** What is asked for first is not given yet: the action cannot be confirmed. */
	readonly unready?: boolean;
	/** The action is under way: it cannot be asked for twice, and the dialog stays. */
	readonly pending?: boolean;
	readonly error?: ErrorFacts | null;
	readonly children?: ReactNode;
}
