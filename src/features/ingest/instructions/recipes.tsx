import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type IngestRecipe, keepRecipe, listRecipes, removeRecipe } from '../../../storage/ingest-drafts.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { useScope } from '../../session/queries.ts';
import type { Instructions } from '../model.ts';

/** Instructions that were kept under a name, to be used again. */
export function Recipes(props: { instructions: Instructions; onUse: (instructions: Instructions) => void }) {
	const { instructions, onUse } = props;
	const scope = useScope();
	const [recipes, setRecipes] = useState<readonly IngestRecipe[]>([]);
	const [name, setName] = useState('');
	const [problem, setProblem] = useState<string | null>(null);
	const reload = () => listRecipes(scope).then(setRecipes, () => {});
	// biome-ignore lint/correctness/useExhaustiveDependencies: it depends on nothing but the scope
	useEffect(() => void reload(), [scope]);
	const found = recipes.find((recipe) => recipe.name === name);
	const act = (work: Promise<void>) =>
		void work.then(reload).then(
			() => setProblem(null),
			() => setProblem('This browser cannot keep recipes.'),
		);
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
						if (recipe !== undefined) onUse(recipe.instructions);
					}}
				/>
			)}
			<TextInput
				label="Keep as recipe"
				size="xs"
				placeholder="Name"
				value={name}
				error={problem}
				onChange={(event) => setName(event.currentTarget.value)}
			/>
			<Button
				size="xs"
				variant="default"
				disabled={name.trim() === ''}
				onClick={() => act(keepRecipe(scope, { name: name.trim(), instructions }))}
			>
				{found === undefined ? 'Keep recipe' : 'Replace recipe'}
			</Button>
			{found !== undefined && (
				<Button size="xs" variant="default" onClick={() => act(removeRecipe(scope, found.name))}>
					Delete recipe
				</Button>
			)}
		</Inline>
	);
}
