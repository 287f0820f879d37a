import { useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { type BuildSpec, listBuildSpecVersions, undeleteBuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { type ErrorFacts, errorFacts } from '../../api/error-facts.ts';
import { isSignInEnded } from '../../api/lost-write.ts';
import { announceDeletion } from '../../storage/changes-elsewhere.ts';
import { readDraft } from '../../storage/drafts.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { RemovalDialog } from '../names/removal-panel.tsx';
import { useOffers } from '../session/queries.ts';
import { deleteBuildSpecMutation } from './mutations.ts';
import { buildSpecKeys } from './queries.ts';

interface DeleteDialogProps {
	readonly spec: BuildSpec | null;
	readonly scope: Scope;
	readonly onClose: () => void;
	/** Leaves the BuildSpec's page, whose data is then dropped. */
	readonly onDeleted?: () => void | Promise<void>;
}

export const DeleteDialog = memo(Dialog, (before, now) => before.spec === null && now.spec === null);

function Dialog({ spec, scope, onClose, onDeleted }: DeleteDialogProps) {
	const queryClient = useQueryClient();
	// A core-only service doesn't report what happens to versions and datasets.
	const keepsVersions = useOffers(listBuildSpecVersions);
	const isUndoable = useOffers(undeleteBuildSpec);
	return (
		<RemovalDialog
			mutation={deleteBuildSpecMutation()}
			input={spec === null ? null : { buildSpecId: spec.id }}
			onClose={onClose}
			onRemoved={async () => {
				if (spec === null) return;
				announceDeletion({ service: scope.service, id: spec.id });
				await onDeleted?.();
				queryClient.removeQueries({ queryKey: buildSpecKeys.one(spec.id) });
			}}
			title="Delete this BuildSpec?"
			confirmLabel="Delete BuildSpec"
			factsOf={describe}
		>
			{spec !== null && (
				<p>
					This deletes the BuildSpec for <code>{formatCoordinate(spec.destination)}</code>
					{keepsVersions &&
						` and its ${describeVersions(spec.version)}, and cancels any running build. The dataset isn’t deleted`}
					. {isUndoable ? 'You can restore the BuildSpec within 30 days.' : 'You can’t undo this.'}
					{readDraft(scope, spec.id).kind !== 'none' && ' Your unsaved draft stays in this browser.'}
				</p>
			)}
		</RemovalDialog>
	);
}

function describe(error: unknown): ErrorFacts {
	const facts = errorFacts(error);
	if (!isSignInEnded(error)) return facts;
	return { ...facts, message: 'Your session expired, so the BuildSpec wasn’t deleted. Delete it now?' };
}

const describeVersions = (version: number): string => (version === 1 ? 'only version' : `versions 1 to ${version}`);
