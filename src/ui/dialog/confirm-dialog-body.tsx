import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from '../../lib/browser/use-focus-back.ts';
import { DialogActions } from '../primitives/dialog-actions.tsx';
import { Box } from '../primitives/layout.tsx';
import { Prose } from '../primitives/text.tsx';
import { type ErrorFacts, ErrorPanel } from '../states/error-panel.tsx';

export interface ConfirmDialogProps {
	readonly opened: boolean;
	readonly onClose: () => void;
	readonly title: string;
	/** Verb + object, for example "Delete airport_delays". */
	readonly confirmLabel: string;
	readonly tone?: 'danger' | 'normal';
	readonly onConfirm: () => void;
	/** Whether required input is missing, so the action can't be confirmed yet. */
	readonly unready?: boolean;
	/** Whether the action is running: it can't be triggered twice, and the dialog stays open. */
	readonly pending?: boolean;
	readonly error?: ErrorFacts | null;
	/** Maximum width; `xl` for tables. */
	readonly size?: 'md' | 'xl';
	readonly children?: ReactNode;
}

export function ConfirmDialogBody(props: ConfirmDialogProps) {
	const { opened, onClose, title, confirmLabel, onConfirm, error, children } = props;
	const { tone = 'normal', unready = false, pending = false, size = 'md' } = props;
	useFocusBack(opened);
	const close = pending ? () => {} : onClose;
	return (
		<Modal opened={opened} onClose={close} title={title} closeOnEscape={!pending} size={size} returnFocus={false}>
			<Prose component="div" measure={false} breaks>
				{children}
			</Prose>
			{error !== undefined && error !== null && (
				<Box mt={3}>
					<ErrorPanel
						title={`Couldn’t ${confirmLabel.charAt(0).toLowerCase()}${confirmLabel.slice(1)}`}
						error={error}
					/>
				</Box>
			)}
			<DialogActions mt={4}>
				<Button variant="default" onClick={close} disabled={pending} data-autofocus>
					Cancel
				</Button>
				<Button
					color={tone === 'danger' ? 'red' : 'accent'}
					data-danger={tone === 'danger' || undefined}
					onClick={onConfirm}
					loading={pending}
					disabled={unready}
				>
					{confirmLabel}
				</Button>
			</DialogActions>
		</Modal>
	);
}
