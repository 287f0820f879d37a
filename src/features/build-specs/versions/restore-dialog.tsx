import { Checkbox } from '@mantine/core';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getChecks } from '#contract/check.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { ErrorFacts } from '../../../ui/states/error-panel.tsx';
import { useOffers } from '../../session/queries.ts';
import { checksQuery, sameChecks, saveChecksMutation } from '../check-queries.ts';
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

/** Saves an old version as the newest. Nothing is lost. */
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
	const checks = useChecksOf(spec.id, version);
	const saveChecks = useMutation(saveChecksMutation(spec.id));
	const [withChecks, setWithChecks] = useState(true);
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
							`Version ${outcome.saved.value.version} was saved in the meantime, so nothing was restored. Review that version first.`,
						);
					}
					if (checks != null && withChecks) {
						try {
							await saveChecks.mutateAsync({ checks: checks.former });
						} catch (error) {
							const { message } = errorFacts(error);
							return setRefusal(`Version ${version} was restored, but its checks weren’t. ${message}`);
						}
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
			title={`Restore BuildSpec version ${version ?? ''}`}
			confirmLabel={`Restore as version ${spec.version + 1}`}
			onConfirm={restore}
			unready={text === undefined || text === null || checks === undefined}
			pending={mutation.isPending || saveChecks.isPending}
			error={errorOf(refusal, mutation.error)}
		>
			<p>
				This saves the code, sources and destination of version {version} as version {spec.version + 1}. Version{' '}
				{spec.version} stays in the history.{' '}
				{hasDraft && ' Your draft stays in this browser. You can merge the changes when you save it.'}
			</p>
			{checks != null && (
				<Checkbox
					mt="sm"
					label={
						checks.former.length === 0
							? `Also remove all checks (currently ${checks.now})`
							: `Also restore its ${countOf(checks.former.length, 'check')} (currently ${checks.now})`
					}
					checked={withChecks}
					onChange={(event) => setWithChecks(event.currentTarget.checked)}
				/>
			)}
		</ConfirmDialog>
	);
}

/** Number of checks at a version and now. Null if they're equal or can't be read, undefined while loading. */
function useChecksOf(buildSpecId: string, version: number | null) {
	const isOffered = useOffers(getChecks) && version !== null;
	const [now, former] = useQueries({
		queries: [null, version].map((of) => ({ ...checksQuery(buildSpecId, of), enabled: isOffered })),
	});
	if (!isOffered || now?.isError || former?.isError) return null;
	if (now?.data === undefined || former?.data === undefined) return undefined;
	return sameChecks(now.data.checks, former.data.checks)
		? null
		: { former: former.data.checks, now: now.data.checks.length };
}

const errorOf = (refusal: string | null, error: Error | null): ErrorFacts | null =>
	refusal !== null
		? { message: refusal, code: 'NOT_RESTORED', requestId: null, subErrors: [] }
		: error === null
			? null
			: errorFacts(error);
