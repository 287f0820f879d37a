import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { type BuildSpec, listBuildSpecVersions } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { type ErrorFacts, errorFacts } from '../../api/error-facts.ts';
import { isSignInEnded, isUnknownOutcome } from '../../api/lost-write.ts';
import { sayDeleted } from '../../storage/deleted-build-specs.ts';
import { readDraft } from '../../storage/drafts.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery, useWhenBack } from '../session/queries.ts';
import { deleteBuildSpecMutation } from './mutations.ts';
import { buildSpecKeys } from './queries.ts';

interface DeleteDialogProps {
	readonly spec: BuildSpec | null;
	readonly scope: Scope;
	readonly onClose: () => void;
	/** Leaves the page of the BuildSpec, whose data is dropped afterwards. */
	readonly onDeleted?: () => void | Promise<void>;
}

export const DeleteDialog = memo(Dialog, (before, now) => before.spec === null && now.spec === null);

function Dialog({ spec, scope, onClose, onDeleted }: DeleteDialogProps) {
	const queryClient = useQueryClient();
	const { data: description = null } = useQuery(descriptionQuery);
	// A service of the core alone doesn't say what becomes of versions and datasets.
	const keepsVersions = offers(description, listBuildSpecVersions);
	const deletion = useMutation(deleteBuildSpecMutation());
	const close = () => {
		deletion.reset();
		onClose();
	};
	const unknown = isUnknownOutcome(deletion.error);
	// A deletion whose answer was lost is looked up before it is sent again.
	const confirm = (onlyLook: boolean) => {
		if (spec === null || deletion.isPending) return;
		deletion.mutate(
			{ buildSpecId: spec.id, onlyLook },
			{
				onSuccess: async () => {
					sayDeleted({ service: scope.service, id: spec.id });
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
			error={deletion.error === null ? null : describe(deletion.error)}
		>
			{spec !== null && (
				<p>
					This deletes the BuildSpec for <code>{formatCoordinate(spec.destination)}</code>
					{keepsVersions && ` and its ${describeVersions(spec.version)}. Its dataset isn't deleted`}. You can't undo
					this.
					{readDraft(scope, spec.id).kind !== 'none' && ' Your unsaved draft stays in this browser.'}
				</p>
			)}
		</ConfirmDialog>
	);
}

function describe(error: unknown): ErrorFacts {
	const facts = errorFacts(error);
	if (!isSignInEnded(error)) return facts;
	return { ...facts, message: "Your session expired, so the BuildSpec wasn't deleted. Delete it now?" };
}

const describeVersions = (version: number): string => (version === 1 ? 'one version' : `versions 1 to ${version}`);
