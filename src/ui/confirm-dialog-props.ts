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
	/** The action is under way: it cannot be asked for twice, and the dialog stays. */
	readonly pending?: boolean;
	readonly error?: ErrorFacts | null;
	readonly children?: ReactNode;
}
