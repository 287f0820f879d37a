import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFocusBack } from '../../lib/browser/use-focus-back.ts';
import { DialogActions } from './dialog-actions.tsx';
import { Form } from './form.tsx';
import { Stack } from './layout.tsx';
import { Muted } from './text.tsx';

interface FormDialogProps {
	readonly title: string;
	/** Verb + object: "Create namespace". */
	readonly submitLabel: string;
	readonly onSubmit: () => void;
	readonly onClose: () => void;
	/** Whether it's being submitted; the dialog then stays open. */
	readonly pending?: boolean;
	readonly disabled?: boolean;
	/** Whether closing would lose input; the first Escape then only warns. */
	readonly isDirty?: boolean;
	/** With `xl`, text has the size of controls. */
	readonly size?: 'md' | 'lg' | 'xl';
	readonly gap?: 3 | 4;
	/** Whether the action is destructive. */
	readonly isDanger?: boolean;
	/** Why it can't be submitted, or progress. Changes are announced. */
	readonly status?: string;
	readonly children: ReactNode;
}

/** A dialog with a form and its buttons. Returns the focus when it closes. */
export function FormDialog(props: FormDialogProps) {
	const { title, submitLabel, onSubmit, onClose, pending = false, disabled = false, size = 'md', gap = 4 } = props;
	const { isDanger = false, isDirty = false } = props;
	const [isWarned, setWarned] = useState(false);
	useFocusBack();
	const status = isDirty && isWarned ? 'Your changes aren’t saved. Close again to discard them.' : props.status;
	const close = () => {
		if (pending) return;
		if (isDirty && !isWarned) setWarned(true);
		else onClose();
	};
	return (
		<Modal opened onClose={close} title={title} size={size}>
			<Stack component={Form} gap={gap} size={size === 'xl' ? 'ui' : undefined} breaks onSubmit={onSubmit}>
				{props.children}
				<DialogActions>
					{status !== undefined && (
						<Muted component="p" measure role="status">
							{status}
						</Muted>
					)}
					<Button variant="default" onClick={onClose} disabled={pending}>
						Cancel
					</Button>
					<Button
						type="submit"
						color={isDanger ? 'red' : 'accent'}
						data-danger={isDanger || undefined}
						loading={pending}
						disabled={disabled}
					>
						{submitLabel}
					</Button>
				</DialogActions>
			</Stack>
		</Modal>
	);
}
