import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type DatasetCoordinate, type DatasetSummary, formatCoordinate, listDatasets } from '#contract/dataset.ts';
import { renameDataset } from '#contract/dataset-changes.ts';
import { explainedName } from '#contract/explained-name.ts';
import { foldName } from '#contract/ids.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { randomId } from '../../../lib/random-id.ts';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { LostWriteNotice } from '../../names/notice-panel.tsx';
import { datasetsQuery } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers, takesKey } from '../../session/model.ts';
import { descriptionQuery, useReachable, useScope, useWhenBack } from '../../session/queries.ts';
import { RenameDatasetImpact } from './rename-dataset-impact.tsx';
import { followRename, renameDatasetOnce } from './rename-once.ts';
import { useOutcomeOf, useRenameOutcome } from './rename-outcome.ts';
import { RenameResult } from './rename-result.tsx';

interface RenameDatasetSheetProps {
	readonly dataset: DatasetCoordinate;
	readonly onClose: () => void;
}

/** Gives a dataset another name: what is updated, what breaks, and afterwards what is left to change in code. */
export function RenameDatasetSheet(props: RenameDatasetSheetProps) {
	const done = useOutcomeOf(props.dataset, props.dataset.datasetName);
	return done === null ? <RenameForm {...props} /> : <RenameResult done={done} onClose={props.onClose} />;
}

function RenameForm({ dataset, onClose }: RenameDatasetSheetProps) {
	const { owner, namespace, datasetName } = dataset;
	const scope = useScope();
	const queryClient = useQueryClient();
	const { data: description = null } = useQuery(descriptionQuery);
	const specs = useQuery({ ...buildSpecsQuery, staleTime: 0 });
	const listed = useQuery({ ...datasetsQuery(owner, namespace), enabled: offers(description, listDatasets) });
	const [key] = useState(randomId);
	const renaming = useSingleMutation({ mutationFn: renameDatasetOnce });
	const isUnavailable = useReachable() === false;
	const unknown = isUnknownOutcome(renaming.error);
	const newName = newNameOf(dataset, listed.data?.items ?? []);
	const form = useForm({
		initialValues: { to: datasetName },
		validate: schemaResolver(z.object({ to: newName }), { sync: true }),
	});
	const input = form.getInputProps('to');
	// Not kept by the form: the names that are taken may come after what is typed.
	const checked = newName.safeParse(form.values.to);
	const ready = checked.success && !isUnavailable && !unknown && specs.data !== undefined;
	const act = (onlyLook: boolean) => {
		const rename = { service: scope.service, owner, namespace, from: datasetName, to: form.values.to.trim() };
		const before = specs.data?.items ?? [];
		renaming.mutate(
			{ rename, key: takesKey(description, renameDataset) ? key : null, onlyLook },
			{
				onSuccess: async ({ found }) => {
					useRenameOutcome.setState({ done: { rename, found } });
					await followRename(queryClient, scope, { rename, before });
				},
			},
		);
	};
	useWhenBack(unknown, () => act(true));
	return (
		<FormDialog
			title={`Rename ${formatCoordinate(dataset)}`}
			submitLabel="Rename dataset"
			size="xl"
			pending={renaming.isPending}
			disabled={!ready}
			status={isUnavailable ? 'The service isn’t responding. Try again when it does.' : ''}
			onClose={onClose}
			onSubmit={() => ready && act(false)}
		>
			<Prose>Everyone who uses this dataset sees the new name. Code in BuildSpecs isn’t changed.</Prose>
			<TextInput
				label="New name"
				data-autofocus
				autoComplete="off"
				spellCheck={false}
				disabled={renaming.isPending}
				{...input}
				error={form.isDirty('to') ? checked.error?.issues[0]?.message : undefined}
				onChange={(event) => {
					input.onChange(event);
					if (!renaming.isPending) renaming.reset();
				}}
			/>
			<RenameDatasetImpact dataset={dataset} specs={specs.data?.items} />
			{renaming.error !== null &&
				(unknown ? (
					<LostWriteNotice error={renaming.error} onLook={() => act(true)}>
						The request was sent once and isn’t repeated.
					</LostWriteNotice>
				) : (
					<QueryErrorPanel title="Couldn’t rename the dataset" query={renaming} />
				))}
		</FormDialog>
	);
}

/** A name that the dataset can be given, as far as the console knows. */
const newNameOf = ({ owner, namespace, datasetName }: DatasetCoordinate, all: readonly DatasetSummary[]) => {
	const takenBy = (name: string) =>
		all.find(
			(other) =>
				foldName(other.datasetName) === foldName(name) && foldName(other.datasetName) !== foldName(datasetName),
		)?.datasetName;
	return explainedName('The new name').check(
		z.refine((name) => name !== datasetName, 'Enter a name that differs from the current one.'),
		z.refine((name) => foldName(name) !== 'balefire', 'A dataset can’t be named “balefire”.'),
		z.refine((name) => takenBy(name) === undefined, {
			error: ({ input }) => `${owner}/${namespace} already has a dataset named “${takenBy(String(input))}”.`,
		}),
	);
};
