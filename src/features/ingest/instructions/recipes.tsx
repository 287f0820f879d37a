import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { storageBlocked } from '../../../lib/messages.ts';
import { type IngestRecipe, removeRecipe, storeRecipe, type UploadRecipe } from '../../../storage/ingest-drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
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
	/** The recipe in use was deleted; what it decided stays. */
	readonly onDeleted?: () => void;
	/** Whether what the recipe describes is being saved: a named recipe is then saved too. */
	readonly isSaving?: boolean;
}

export function Recipes<R extends IngestRecipe | UploadRecipe>({
	kind,
	list,
	recipe: current,
	used = '',
	onUse,
	onDeleted,
	isSaving,
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
	const wanted = name.trim();
	const found = recipes.find((recipe) => recipe.name === wanted);
	const [kept, setKept] = useState('');
	const [isDeleting, setDeleting] = useState(false);
	const field = useRef<HTMLInputElement>(null);
	const save = () => {
		if (wanted === '') return;
		changing.mutate(() => storeRecipe(scope, { ...current, name: wanted } as R), { onSuccess: () => setKept(wanted) });
	};
	const onSave = useEffectEvent(() => found === undefined && save());
	useEffect(() => {
		if (isSaving) onSave();
	}, [isSaving]);
	const remove = (recipe: R) => {
		setDeleting(false);
		changing.mutate(() => removeRecipe(scope, recipe), {
			onSuccess: () => {
				setName('');
				setKept('');
				if (recipe.name === used) onDeleted?.();
				field.current?.focus();
			},
		});
	};
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
				ref={field}
				label="Save as recipe"
				size="xs"
				placeholder="Name"
				value={name}
				error={changing.isError && `Couldn’t save or delete the recipe. ${storageBlocked}`}
				onChange={(event) => setName(event.currentTarget.value)}
				onKeyDown={(event) => event.key === 'Enter' && save()}
			/>
			<Button size="xs" variant="default" disabled={wanted === ''} onClick={save}>
				{found === undefined ? 'Save recipe' : 'Replace recipe'}
			</Button>
			{found !== undefined && (
				<>
					<Button size="xs" variant="default" onClick={() => setDeleting(true)}>
						Delete recipe…
					</Button>
					<ConfirmDialog
						opened={isDeleting}
						title={`Delete recipe "${found.name}"?`}
						confirmLabel="Delete recipe"
						tone="danger"
						onClose={() => setDeleting(false)}
						onConfirm={() => remove(found)}
					>
						The recipe will no longer be available for other {kind}. What’s on this page doesn’t change.
					</ConfirmDialog>
				</>
			)}
			<Muted role="status">
				{kept !== '' && kept === wanted && `Recipe "${kept}" saved.`}
				{isSaving !== undefined && wanted !== '' && found === undefined && 'Also saved with the dataset.'}
			</Muted>
		</Inline>
	);
}
