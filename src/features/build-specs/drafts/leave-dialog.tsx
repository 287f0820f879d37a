import { Button, Modal } from '@mantine/core';
import { memo } from 'react';
import type { Blocker } from 'react-router';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';

interface LeaveDialogProps {
	readonly blocker: Blocker;
	/** What is being left: "airport_delays". */
	readonly name: string;
	/** Why the draft could not be kept. */
	readonly notKept: string | null;
	readonly onDiscard: () => void;
	readonly onDownload: () => void;
}

/** Leaving inside the console with unsaved text that could not be kept as a draft. */
export const LeaveDialog = memo(
	Dialog,
	// Closed, it shows nothing of what is typed.
	({ blocker: before }, { blocker: now }) => before.state === 'unblocked' && now.state === 'unblocked',
);

function Dialog({ blocker, name, notKept, onDiscard, onDownload }: LeaveDialogProps) {
	const stay = () => blocker.reset?.();
	return (
		<Modal opened={blocker.state === 'blocked'} onClose={stay} title="Leave without saving?">
			<Prose>
				Your changes to <code>{name}</code> aren't saved, and this browser couldn't keep them as a draft. {notKept}{' '}
				Download your text, or it's lost.
			</Prose>
			<DialogActions mt={4}>
				<Button variant="default" onClick={stay} data-autofocus>
					Stay
				</Button>
				<Button
					variant="default"
					color="red"
					onClick={() => {
						onDiscard();
						blocker.proceed?.();
					}}
				>
					Discard and leave
				</Button>
				<Button onClick={onDownload}>Download my text</Button>
			</DialogActions>
		</Modal>
	);
}
