import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { Operation } from '#contract/operation.ts';
import { type ErrorFacts, errorFacts } from '../../api/error-facts.ts';
import { isUnknownOutcome, settleWrite } from '../../api/lost-write.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { ConfirmDialogProps } from '../../ui/dialog/confirm-dialog-body.tsx';
import { useOnReconnect } from '../session/queries.ts';
import { orNull } from './queries.ts';

interface RemovalDialogProps<Input>
	extends Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'unready' | 'children' | 'onClose'> {
	readonly mutation: UseMutationOptions<void, Error, Input & { readonly onlyLook?: boolean }>;
	/** What to remove; null: closed. */
	readonly input: Input | null;
	readonly onRemoved?: () => void | Promise<void>;
	readonly factsOf?: (error: Error) => ErrorFacts;
}

/** Confirms a removal. If the response is lost, the outcome is looked up before sending it again. */
export function RemovalDialog<Input>(props: RemovalDialogProps<Input>) {
	const { mutation, input, onClose, onRemoved, factsOf = errorFacts, ...dialog } = props;
	const removal = useMutation(mutation);
	const isUnknown = isUnknownOutcome(removal.error);
	const close = () => {
		removal.reset();
		onClose();
	};
	const confirm = (onlyLook: boolean) => {
		if (input === null || removal.isPending) return;
		const onSuccess = () => {
			close();
			return onRemoved?.();
		};
		removal.mutate({ ...input, onlyLook }, { onSuccess });
	};
	useOnReconnect(isUnknown, () => confirm(true));
	return (
		<ConfirmDialog
			{...dialog}
			opened={input !== null}
			onClose={close}
			tone="danger"
			onConfirm={() => confirm(isUnknown)}
			pending={removal.isPending}
			error={removal.error === null ? null : factsOf(removal.error)}
		/>
	);
}

interface Removal {
	readonly operation: Operation;
	/** "deleted" */
	readonly done: string;
	readonly send: () => Promise<unknown>;
	readonly read: () => Promise<unknown>;
}

/** Removes something once. If the response is lost, it counts as removed if it can no longer be read. */
export async function settleRemoval({ operation, done, send, read }: Removal, onlyLook = false): Promise<void> {
	const find = async () => ((await orNull(read())) === null ? true : null);
	await settleWrite({ operation: operation.id, done, send: () => send().then(() => true), find }, onlyLook);
}
