import { useQueryClient } from '@tanstack/react-query';
import { type DatasetSchema, describeDataset, formatCoordinate, maxNoteLength } from '#contract/dataset.ts';
import { Muted } from '../../../ui/primitives/text.tsx';
import { useOffers } from '../../session/queries.ts';
import { EditInPlace } from '../edit-in-place.tsx';
import { noteMutation } from '../mutations.ts';

interface DatasetNoteProps {
	readonly schema: DatasetSchema;
	readonly what: 'licence' | 'contact';
	readonly isEarlier: boolean;
}

export function DatasetNote({ schema, what, isEarlier }: DatasetNoteProps) {
	const queryClient = useQueryClient();
	// Services without contacts don't change licenses.
	const isKept = schema.contact !== undefined;
	const canEdit = useOffers(describeDataset) && isKept && schema.access === 'write' && !isEarlier;
	const value = schema[what] ?? '';
	const text = value === '' ? <Muted>Not specified</Muted> : <span>{value}</span>;
	if (!canEdit) return text;
	return (
		<EditInPlace
			what={what === 'licence' ? 'license' : what}
			of={formatCoordinate(schema)}
			value={value}
			maxLength={maxNoteLength}
			mutation={noteMutation(queryClient, schema, what)}
		>
			{text}
		</EditInPlace>
	);
}
