import { useMutation } from '@tanstack/react-query';
import { errorFacts } from '../../../api/error-facts.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useWhenBack } from '../../session/queries.ts';
import { leaveNamespaceMutation } from '../mutations.ts';

interface LeaveNamespaceDialogProps {
	/** The one to leave; null closes the dialog. */
	readonly namespace: { readonly username: string; readonly namespace: string } | null;
	readonly onClose: () => void;
}

/** Gives up one's own access; only the owner can give it back. */
export function LeaveNamespaceDialog({ namespace, onClose }: LeaveNamespaceDialogProps) {
	const leaving = useMutation(leaveNamespaceMutation());
	const unknown = isUnknownOutcome(leaving.error);
	const close = () => {
		leaving.reset();
		onClose();
	};
	const confirm = (onlyLook: boolean) => {
		if (namespace === null || leaving.isPending) return;
		leaving.mutate({ namespace, onlyLook }, { onSuccess: close });
	};
	useWhenBack(unknown, () => confirm(true));
	return (
		<ConfirmDialog
			opened={namespace !== null}
			onClose={close}
			title="Leave this namespace?"
			confirmLabel={`Leave ${namespace?.username}/${namespace?.namespace}`}
			tone="danger"
			onConfirm={() => confirm(unknown)}
			pending={leaving.isPending}
			error={leaving.error === null ? null : errorFacts(leaving.error)}
		>
			<p>
				You lose your access to <code>{`${namespace?.username}/${namespace?.namespace}`}</code> and its datasets. Your
				BuildSpecs that read them stay and fail. Nothing in the namespace changes; only {namespace?.username} can let
				you in again.
			</p>
		</ConfirmDialog>
	);
}
