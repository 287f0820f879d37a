import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { type ErrorFacts, errorFacts } from '../../api/error-facts.ts';
import { isSignInEnded, isUnknownOutcome } from '../../api/lost-write.ts';
import { type DraftScope, removeDraft } from '../../storage/drafts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useWhenBack } from '../session/queries.ts';
import { deleteBuildSpecMutation } from './mutations.ts';
import { buildSpecKeys } from './queries.ts';

interface DeleteDialogProps {
	/** The BuildSpec to delete; null closes the dialog. */
	readonly spec: BuildSpec | null;
	readonly scope: DraftScope;
	readonly onClose: () => void;
	/** Leaves what shows the BuildSpec; it is forgotten afterwards. */
	readonly onDeleted?: () => void | Promise<void>;
}

export const DeleteDialog = memo(Dialog, (before, now) => before.spec === null && now.spec === null);

function Dialog({ spec, scope, onClose, onDeleted }: DeleteDialogProps) {
	const queryClient = useQueryClient();
	const deletion = useMutation(deleteBuildSpecMutation());
	const close = () => {
		deletion.reset();
		onClose();
	};
	const unknown = isUnknownOutcome(deletion.error);
	// What may be done already is looked up before anything is sent again.
	const confirm = (onlyLook: boolean) => {
		if (spec === null || deletion.isPending) return;
		deletion.mutate(
			{ buildSpecId: spec.id, onlyLook },
			{
				onSuccess: async () => {
					removeDraft(scope, spec.id);
					close();
					await onDeleted?.();
					queryClient.removeQueries({ queryKey: buildSpecKeys.one(spec.id) });
				},
			},
		);
	};
	useWhenBack(unknown, () => confirm(true));
	return (
		<ConfirmDialog
			opened={spec !== null}
			onClose={close}
			title="Delete this BuildSpec?"
			confirmLabel={`Delete ${spec?.destination.datasetName ?? 'BuildSpec'}`}
			tone="danger"
			onConfirm={() => confirm(unknown)}
			pending={deletion.isPending}
			error={deletion.error === null ? null : inWords(deletion.error)}
		>
			{spec !== null && (
				<p>
					The BuildSpec for <code>{formatCoordinate(spec.destination)}</code> goes with its{' '}
					{describeVersions(spec.version)} and any draft kept in this browser. The dataset itself is not deleted. This
					cannot be undone.
				</p>
			)}
		</ConfirmDialog>
	);
}

function inWords(error: unknown): ErrorFacts {
	const facts = errorFacts(error);
	if (!isSignInEnded(error)) return facts;
	return { ...facts, message: 'Deleting was refused because your sign-in ended. Nothing was deleted. Delete it now?' };
}

const describeVersions = (version: number): string => (version === 1 ? 'one version' : `versions 1 to ${version}`);
