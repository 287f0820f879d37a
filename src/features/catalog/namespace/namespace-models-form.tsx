import { Checkbox, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ModelName } from '#contract/agents/models.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { namespaceModelsQuery } from '../../agents/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import type { NamespaceRef } from '../model.ts';
import { putModelsMutation } from '../mutations.ts';

interface NamespaceModelsFormProps {
	readonly namespace: NamespaceRef;
	readonly isOwner: boolean;
}

/** Which language models may read a namespace, and the default one. Changes are saved immediately. */
export function NamespaceModelsForm({ namespace: { owner, namespace }, isOwner }: NamespaceModelsFormProps) {
	const query = useQuery(namespaceModelsQuery(owner, namespace));
	const save = useMutation(putModelsMutation(useQueryClient()));
	if (query.isError) return <QueryErrorPanel title="Couldn’t load language models" query={query} />;
	if (query.data === undefined) return null;
	const { models } = query.data;
	// Shows the choice while it's being saved.
	const { allowed, chosen } = save.isPending ? save.variables.body : query.data;
	const all: readonly ModelName[] = [{ provider: 'builtin', model: '' }, ...models];
	const nameOf = ({ provider, model }: ModelName) =>
		provider === 'builtin' ? 'Built-in reader (no model)' : visibleText(`${provider} ${model}`.trim());
	const isChosen = (one: ModelName) => one.provider === chosen?.provider && one.model === chosen.model;
	const put = (body: { allowed: boolean; chosen: ModelName | null }) =>
		save.mutate({ params: { username: owner, namespace }, body });
	return (
		<Stack component="section" gap={2} boxed raised py={3} px={4} aria-label="Language models">
			<SectionHeader>Language models</SectionHeader>
			<Muted component="p" measure>
				{models.length === 0
					? 'This service has no language models. The built-in reader answers questions.'
					: 'When a model answers a question, names and rows from this namespace are sent to the model’s provider.'}
				{models.length > 0 && !isOwner && ` Only the owner, ${owner}, can change this.`}
			</Muted>
			{models.length > 0 && (
				<>
					<Checkbox
						label="Let language models read this namespace"
						checked={allowed}
						disabled={!isOwner || save.isPending}
						onChange={(event) => put({ allowed: event.currentTarget.checked, chosen })}
					/>
					<Select
						label="Default model"
						maw="20rem"
						data={[
							{ value: '', label: 'Service default' },
							...all.map((model, index) => ({ value: String(index), label: nameOf(model) })),
						]}
						value={chosen === null ? '' : String(all.findIndex(isChosen))}
						allowDeselect={false}
						disabled={!isOwner || !allowed || save.isPending}
						onChange={(at) => put({ allowed, chosen: at === null || at === '' ? null : (all[Number(at)] ?? null) })}
					/>
				</>
			)}
			<QueryErrorPanel title="Couldn’t save this setting" query={{ error: save.error }} />
		</Stack>
	);
}
