import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorFacts } from '../../../api/error-facts.ts';
import { paths } from '../../../routing/paths.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { ErrorFacts } from '../../../ui/states/error-panel.tsx';
import { readEdit } from '../edit-fields.ts';
import { saveBuildSpecMutation } from '../mutations.ts';
import { buildSpecKeys } from '../queries.ts';
import { versionsQuery, versionTextQuery } from '../version-queries.ts';
import type { Saved } from '../work.ts';

interface RestoreDialogProps {
	readonly version: number | null;
	readonly saved: Saved;
	readonly scope: Scope;
	readonly hasDraft: boolean;
	readonly onClose: () => void;
}

/** Makes a former version the newest one, as a version of its own: nothing goes. */
export function RestoreDialog({ version, saved, scope, hasDraft, onClose }: RestoreDialogProps) {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const mutation = useMutation(saveBuildSpecMutation(queryClient));
	const [refusal, setRefusal] = useState<string | null>(null);
	const spec = saved.value;
	const { data: text } = useQuery({
		...versionTextQuery(scope, spec.id, version ?? 0),
		enabled: version !== null,
	});
	const close = () => {
		mutation.reset();
		setRefusal(null);
		onClose();
	};
	const restore = () => {
		if (text === undefined || text === null || mutation.isPending) return;
		const read = readEdit(text, scope.user);
		if (read.edit === null) return setRefusal(Object.values(read.problems).join(' '));
		const base = { version: spec.version, etag: saved.etag };
		mutation.mutate(
			{ buildSpecId: spec.id, edit: read.edit, base },
			{
				onSuccess: async (outcome) => {
					void queryClient.invalidateQueries({ queryKey: versionsQuery(spec.id).queryKey });
					if (outcome.kind === 'overtaken') {
						void queryClient.invalidateQueries({ queryKey: buildSpecKeys.one(spec.id) });
						return setRefusal(
							`Version ${outcome.saved.value.version} was saved meanwhile. Nothing was restored; look at it first.`,
						);
					}
					close();
					await navigate(paths.buildSpec(spec.id));
				},
			},
		);
	};
	return (
		<ConfirmDialog
			opened={version !== null}
			onClose={close}
			title={`Restore version ${version ?? ''}?`}
			confirmLabel={`Restore as version ${spec.version + 1}`}
			onConfirm={restore}
			unready={text === undefined || text === null}
			pending={mutation.isPending}
			error={errorOf(refusal, mutation.error)}
		>
			<p>
				Code, sources and destination of version {version} are saved as version {spec.version + 1}. Version{' '}
				{spec.version} stays among the versions.
				{hasDraft && ' Your draft stays too, and is merged with it when you save it.'}
			</p>
		</ConfirmDialog>
	);
}

const errorOf = (refusal: string | null, error: Error | null): ErrorFacts | null =>
	refusal !== null
		? { message: refusal, code: 'NOT_RESTORED', requestId: null, subErrors: [] }
		: error === null
			? null
			: errorFacts(error);
