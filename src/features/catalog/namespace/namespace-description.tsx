import { useQueryClient } from '@tanstack/react-query';
import { maxDescriptionLength } from '#contract/ids.ts';
import type { Namespace } from '#contract/namespace.ts';
import { describeNamespace } from '#contract/namespace-changes.ts';
import { Text } from '../../../ui/primitives/text.tsx';
import { useOffers } from '../../session/queries.ts';
import { EditInPlace } from '../edit-in-place.tsx';
import { fullName } from '../model.ts';
import { describeNamespaceMutation } from '../mutations.ts';

export function NamespaceDescription({ namespace: record }: { readonly namespace: Namespace }) {
	const { username, namespace, role, description = '' } = record;
	const queryClient = useQueryClient();
	const canDescribe = useOffers(describeNamespace) && role === 'owner';
	const text = description !== '' && (
		<Text component="p" size="prose" measure breaks style={{ whiteSpace: 'pre-line' }}>
			{description}
		</Text>
	);
	if (!canDescribe) return text;
	return (
		<EditInPlace
			key={`${username}/${namespace}`}
			what="description"
			of={fullName({ owner: username, namespace })}
			value={description}
			maxLength={maxDescriptionLength}
			isLong
			mutation={describeNamespaceMutation(queryClient, { username, namespace })}
		>
			{text}
		</EditInPlace>
	);
}
