import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFocusBack } from '../../lib/browser/use-focus-back.ts';
import { DialogActions } from './dialog-actions.tsx';
import { Form } from './form.tsx';
import { Stack } from './layout.tsx';
import { Muted } from './text.tsx';

interface FormDialogProps {
	readonly title: string;
	/** Verb and object: "Create namespace". */
	readonly submitLabel: string;
	readonly onSubmit: () => void;
	readonly onClose: () => void;
	/** It was submitted and is on its way: the dialog stays open until it is answered. */
	readonly pending?: boolean;
	readonly disabled?: boolean;
	/** It holds input that closing it throws away: the first Escape only says so. */
	readonly isDirty?: boolean;
	/** In the largest one, texts have the size of controls. */
	readonly size?: 'md' | 'lg' | 'xl';
	readonly gap?: 3 | 4;
	/** It removes something. */
	readonly isDanger?: boolean;
	/** Why it can't be submitted, or how far it is; announced when it changes. */
	readonly status?: string;
	readonly children: ReactNode;
}

/** A dialog that is one form: its fields, and below them the buttons that leave or submit it. The focus goes back when it goes. */
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
