import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { storageBlocked } from '../../../lib/messages.ts';
import { type IngestRecipe, keepRecipe, removeRecipe, type UploadRecipe } from '../../../storage/ingest-drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { useScope } from '../../session/queries.ts';
import { recipesQuery } from '../queries.ts';

interface RecipesProps<R> {
	readonly kind: 'records' | 'files';
	readonly list: (scope: Scope) => Promise<R[]>;
	readonly recipe: Omit<R, 'name'>;
	/** Name of the recipe in use; empty: none. */
	readonly used?: string;
	/** @param recipe null: stop using one */
	readonly onUse: (recipe: R | null) => void;
}

export function Recipes<R extends IngestRecipe | UploadRecipe>({
	kind,
	list,
	recipe: current,
	used = '',
	onUse,
}: RecipesProps<R>) {
	const scope = useScope();
	const [name, setName] = useState(used);
	const [before, setBefore] = useState(used);
	// Applied automatically, for a file with the same columns.
	if (before !== used) {
		setBefore(used);
		setName(used);
	}
	const { data: recipes = [], refetch } = useQuery(recipesQuery(scope, kind, list));
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
						const recipe = recipes.find((recipe) => recipe.name === chosen) ?? null;
						// Saving a recipe doesn't apply anything that would need undoing.
						if (recipe !== null || used !== '') onUse(recipe);
					}}
				/>
			)}
			<TextInput
				label="Save as recipe"
				size="xs"
				placeholder="Name"
				value={name}
				error={changing.isError && `Couldn’t save or delete the recipe. ${storageBlocked}`}
				onChange={(event) => setName(event.currentTarget.value)}
			/>
			<Button
				size="xs"
				variant="default"
				disabled={name.trim() === ''}
				onClick={() => changing.mutate(() => keepRecipe(scope, { ...current, name: name.trim() } as R))}
			>
				{found === undefined ? 'Save recipe' : 'Replace recipe'}
			</Button>
			{found !== undefined && (
				<Button size="xs" variant="default" onClick={() => changing.mutate(() => removeRecipe(scope, found))}>
					Delete recipe
				</Button>
			)}
		</Inline>
	);
}
