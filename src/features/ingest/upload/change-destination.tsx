import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCoordinate } from '#contract/dataset.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { DestinationForm } from './destination-form.tsx';
import { type Destination, destinationProblem } from './model.ts';

interface ChangeDestinationProps {
	readonly destination: Destination;
	readonly onChange: (next: Destination) => void;
	/** Whether another destination has been entered, but isn't used yet. */
	readonly onEdit: (isEdited: boolean) => void;
}

/** Where an uploaded file goes: files are often named after a week, not after what they hold. */
export function ChangeDestination({ destination, onChange, onEdit }: ChangeDestinationProps) {
	const [edited, setEdited] = useState<Destination | null>(null);
	const isOther = (next: Destination | null) =>
		next !== null && formatCoordinate(next) !== formatCoordinate(destination);
	const edit = (next: Destination | null) => {
		setEdited(next);
		onEdit(isOther(next));
	};
	if (edited === null)
		return (
			<Inline>
				<SecondaryButton size="xs" onClick={() => edit(destination)}>
					Change destination…
				</SecondaryButton>
			</Inline>
		);
	const problem = destinationProblem(edited);
	return (
		<Stack
			component="form"
			gap={2}
			aria-label="Change destination"
			onSubmit={(event) => {
				event.preventDefault();
				if (problem !== null) return;
				edit(null);
				onChange(edited);
			}}
		>
			<DestinationForm destination={edited} onChange={edit} />
			<Inline gap={[2, 3]}>
				<Button
					size="xs"
					type="submit"
					// Saving waits for it.
					variant={isOther(edited) ? 'filled' : 'default'}
					aria-disabled={problem !== null}
				>
					Use this destination
				</Button>
				<SecondaryButton size="xs" onClick={() => edit(null)}>
					Keep current destination
				</SecondaryButton>
				{problem !== null && <Muted role="status">{problem}</Muted>}
			</Inline>
		</Stack>
	);
}
