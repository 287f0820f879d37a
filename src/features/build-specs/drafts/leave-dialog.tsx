import { Button, Modal } from '@mantine/core';
import { useBlocker } from 'react-router';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';

interface LeaveDialogProps {
	/** Name of what is being left. */
	readonly name: string;
	readonly dirty: boolean;
	/** Why the draft couldn't be stored, or null. */
	readonly storeError: string | null;
	/** Stores the draft; false on failure. */
	readonly storeNow: () => boolean;
	readonly onDiscard: () => void;
	readonly onDownload: () => void;
}

/** Asks before leaving unsaved text that can't be stored as a draft. */
export function LeaveDialog({ name, dirty, storeError, storeNow, onDiscard, onDownload }: LeaveDialogProps) {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname && !storeNow(),
	);
	const stay = () => blocker.reset?.();
	return (
		<Modal opened={blocker.state === 'blocked'} onClose={stay} title="Leave without saving?">
			<Prose>
				Your changes to <code>{name}</code> aren’t saved, and this browser couldn’t store them as a draft. {storeError}{' '}
				Download the code, or it will be lost.
			</Prose>
			<DialogActions mt={4}>
				<SecondaryButton onClick={stay} data-autofocus>
					Stay
				</SecondaryButton>
				<SecondaryButton
					color="red"
					onClick={() => {
						onDiscard();
						blocker.proceed?.();
					}}
				>
					Discard and leave
				</SecondaryButton>
				<Button onClick={onDownload}>Download code</Button>
			</DialogActions>
		</Modal>
	);
}
