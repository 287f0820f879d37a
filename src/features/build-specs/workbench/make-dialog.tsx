import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Prose, Text } from '../../../ui/primitives/text.tsx';
import { useFocusBack } from '../../../ui/use-focus-back.ts';
import { useReachable } from '../../session/queries.ts';
import { noProblems, problemsOf, readEdit } from '../edit-fields.ts';
import type { FieldProblems } from '../model.ts';
import { type CreateInput, createBuildSpecMutation } from '../mutations.ts';
import { buildSpecsQuery } from '../queries.ts';
import { DestinationField } from './destination-field.tsx';
import { useSuggestions } from './use-suggestions.ts';
import type { WorkbenchState } from './use-workbench.ts';
import { WriteProblem } from './write-problem.tsx';

interface MakeDialogProps {
	readonly workbench: WorkbenchState;
	readonly onClose: () => void;
	readonly onMade: (spec: BuildSpec) => void;
}

/** A scratch query becomes a BuildSpec: its code and sources are there, only where it goes to is asked. */
export function MakeDialog({ workbench, onClose, onMade }: MakeDialogProps) {
	useFocusBack();
	const [destination, setDestination] = useState('');
	const [problems, setProblems] = useState<FieldProblems>(noProblems);
	const queryClient = useQueryClient();
	const suggestions = useSuggestions();
	const creation = useSingleMutation(createBuildSpecMutation());
	const away = useReachable() === false;

	const settle = (input: CreateInput) =>
		creation.mutate(input, {
			onSuccess: ({ value }) => onMade(value),
			onError: (error) => setProblems(isApiError(error) ? problemsOf(error.subErrors).fields : noProblems),
		});
	const create = () => {
		const read = readEdit({ ...workbench.text, destination }, workbench.me);
		setProblems(read.problems ?? noProblems);
		if (read.edit === null || away) return;
		const known = queryClient.getQueryData(buildSpecsQuery.queryKey)?.items.map((it) => it.id) ?? null;
		settle({ edit: read.edit, known, at: Date.now() });
	};
	const others = Object.entries(problems).filter(([field]) => field !== 'destination');

	return (
		<FormDialog
			title="Make a BuildSpec"
			submitLabel="Create BuildSpec"
			size="lg"
			pending={creation.isPending}
			disabled={away}
			onClose={onClose}
			onSubmit={create}
		>
			<Prose>It gets this code and these sources. Which dataset does it build?</Prose>
			<Box>
				<DestinationField
					destination={destination}
					me={workbench.me}
					known={suggestions.known}
					problem={problems.destination ?? null}
					onChange={(text) => {
						setDestination(text);
						setProblems(noProblems);
					}}
					onFocus={suggestions.load}
					focused
				/>
			</Box>
			{others.map(([field, problem]) => (
				<Text key={field} component="p" tone="error" role="alert">
					{problem}
				</Text>
			))}
			{creation.error !== null && Object.keys(problems).length === 0 && (
				<WriteProblem
					error={creation.error}
					title="The BuildSpec was not created"
					verb="Create"
					onAgain={create}
					onLook={() => creation.variables && settle({ ...creation.variables, onlyLook: true })}
				/>
			)}
		</FormDialog>
	);
}
