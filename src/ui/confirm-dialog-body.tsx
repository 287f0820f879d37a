import { Button, Modal } from '@mantine/core';
import classes from './confirm-dialog.module.css';
import type { ConfirmDialogProps } from './confirm-dialog-props.ts';
import { ErrorPanel } from './error-panel.tsx';
import { DialogActions } from './primitives/dialog-actions.tsx';
import { Text } from './primitives/text.tsx';
import { useFocusBack } from './use-focus-back.ts';

export function ConfirmDialogBody(props: ConfirmDialogProps) {
	const {
		opened,
		onClose,
		title,
		confirmLabel,
		tone = 'normal',
		onConfirm,
		unready = false,
		pending = false,
		error,
		children,
	} = props;
	useFocusBack(opened);
	const close = pending ? () => {} : onClose;
	return (
		<Modal opened={opened} onClose={close} title={title} closeOnEscape={!pending} size="md">
			<Text component="div" size="prose" breaks className={classes.text}>
				{children}
			</Text>
			{error !== undefined && error !== null && (
				<div className={classes.error}>
					<ErrorPanel title="That did not work" error={error} />
				</div>
			)}
			<DialogActions className={classes.actions}>
				<Button variant="default" onClick={close} disabled={pending} data-autofocus>
					Cancel
				</Button>
				<Button color={tone === 'danger' ? 'red' : 'accent'} onClick={onConfirm} loading={pending} disabled={unready}>
					{confirmLabel}
				</Button>
			</DialogActions>
		</Modal>
	);
}
