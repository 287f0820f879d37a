import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './confirm-dialog.module.css';
import { type ErrorFacts, ErrorPanel } from './error-panel.tsx';

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

/** Asks before something of consequence. The focus begins on Cancel; Escape closes. */
export function ConfirmDialog(props: ConfirmDialogProps) {
	const { opened, onClose, title, confirmLabel, tone = 'normal', onConfirm, pending = false, error, children } = props;
	const close = pending ? () => {} : onClose;
	return (
		<Modal opened={opened} onClose={close} title={title} closeOnEscape={!pending} size="md">
			<div className={classes.text}>{children}</div>
			{error !== undefined && error !== null && (
				<div className={classes.error}>
					<ErrorPanel title="That did not work" error={error} />
				</div>
			)}
			<div className={classes.actions}>
				<Button variant="default" onClick={close} disabled={pending} data-autofocus>
					Cancel
				</Button>
				<Button color={tone === 'danger' ? 'red' : 'accent'} onClick={onConfirm} loading={pending}>
					{confirmLabel}
				</Button>
			</div>
		</Modal>
	);
}
