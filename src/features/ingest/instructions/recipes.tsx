import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type IngestRecipe, keepRecipe, listRecipes, removeRecipe } from '../../../storage/ingest-drafts.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { useScope } from '../../session/queries.ts';

const none: readonly IngestRecipe[] = [];

interface RecipesProps {
	/** What is kept under a name. */
	readonly recipe: Omit<IngestRecipe, 'name'>;
	readonly onUse: (recipe: IngestRecipe) => void;
}

/** Instructions that were kept under a name, to be used again. */
export function Recipes({ recipe: current, onUse }: RecipesProps) {
	const scope = useScope();
	const [name, setName] = useState('');
	const { data: recipes = none, refetch } = useQuery({
		queryKey: ['recipes', scope.service, scope.user],
		queryFn: () => listRecipes(scope),
	});
	const changing = useMutation({
		mutationFn: (change: () => Promise<void>) => change(),
		onSuccess: () => refetch(),
	});
	const found = recipes.find((recipe) => recipe.name === name);
	return (
		<Inline gap={[2, 3]} align="end">
			{recipes.length > 0 && (
				<Choice
					label="Recipe"
					size="xs"
					data={['', ...recipes.map((recipe) => recipe.name)]}
					value={found?.name ?? ''}
					onChange={(chosen) => {
						setName(chosen);
						const recipe = recipes.find((recipe) => recipe.name === chosen);
						if (recipe !== undefined) onUse(recipe);
					}}
				/>
			)}
			<TextInput
				label="Save as recipe"
				size="xs"
				placeholder="Name"
				value={name}
				error={changing.isError && 'Couldn’t save: this browser blocks storage for this site.'}
				onChange={(event) => setName(event.currentTarget.value)}
			/>
			<Button
				size="xs"
				variant="default"
				disabled={name.trim() === ''}
				onClick={() => changing.mutate(() => keepRecipe(scope, { name: name.trim(), ...current }))}
			>
				{found === undefined ? 'Save recipe' : 'Replace recipe'}
			</Button>
			{found !== undefined && (
				<Button size="xs" variant="default" onClick={() => changing.mutate(() => removeRecipe(scope, found.name))}>
					Delete recipe
				</Button>
			)}
		</Inline>
	);
}
