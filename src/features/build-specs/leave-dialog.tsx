import { Button, Modal } from '@mantine/core';
import { memo } from 'react';
import type { Blocker } from 'react-router';
import classes from './dialogs.module.css';

interface LeaveDialogProps {
	readonly blocker: Blocker;
	/** What is being left: "airport_delays". */
	readonly name: string;
	/** Why the draft could not be kept, or null. */
	readonly notKept: string | null;
	readonly onDiscard: () => void;
	readonly onDownload: () => void;
}

/** Leaving inside the console with unsaved text. The draft is kept already; the person decides whether it stays. */
export const LeaveDialog = memo(
	Dialog,
	// Closed, it shows nothing of what is typed.
	({ blocker: before }, { blocker: now }) => before.state === 'unblocked' && now.state === 'unblocked',
);

function Dialog({ blocker, name, notKept, onDiscard, onDownload }: LeaveDialogProps) {
	const stay = () => blocker.reset?.();
	return (
		<Modal opened={blocker.state === 'blocked'} onClose={stay} title="Leave without saving?">
			<p className={classes.text}>
				{notKept === null ? (
					<>
						The text of <code>{name}</code> is not saved. It can wait in this browser as a draft.
					</>
				) : (
					<>
						The text of <code>{name}</code> is not saved, and it could not be kept as a draft: {notKept} Download it, or
						it is lost.
					</>
				)}
			</p>
			<div className={classes.actions}>
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
				{notKept === null ? (
					<Button onClick={() => blocker.proceed?.()}>Keep draft and leave</Button>
				) : (
					<Button onClick={onDownload}>Download my text</Button>
				)}
			</div>
		</Modal>
	);
}
