import { Autocomplete } from '@mantine/core';
import { type CSSProperties, memo, type ReactNode, useState } from 'react';
import { formatCoordinate } from '#contract/dataset.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { readCoordinate } from '../../names/model.ts';
import { useCoordinateOptions } from '../coordinate-options.tsx';
import classes from '../coordinates.module.css';

interface DestinationFieldProps {
	readonly destination: string;
	readonly me: string;
	readonly known: readonly string[];
	readonly problem: ReactNode;
	readonly onChange: (destination: string) => void;
	readonly onFocus: () => void;
	readonly focused?: boolean;
}

/** The BuildSpec's destination. On blur, a missing owner is filled in, or the field is marked invalid. */
export const DestinationField = memo(function DestinationField({
	destination,
	me,
	known,
	problem,
	onChange,
	onFocus,
	focused,
}: DestinationFieldProps) {
	const [left, setLeft] = useState<string | null>(null);
	const complete = (text = destination) => {
		const read = readCoordinate(text, me);
		setLeft(text.trim() === '' ? null : read.problem);
		const whole = read.coordinate === null ? text : formatCoordinate(read.coordinate);
		if (whole !== destination) onChange(whole);
	};
	const options = useCoordinateOptions(known, destination, complete);
	return (
		<Inline
			gap={[1, 2]}
			nowrap
			align="start"
			className={classes.destination}
			style={{ '--characters': destination.length } as CSSProperties}
		>
			<span className={classes.label}>to</span>
			<Autocomplete
				className={classes.input}
				aria-label="Destination"
				placeholder="Destination"
				title={destination}
				data-autofocus={focused}
				{...options}
				// The list would cover the error of the focused field.
				openOnFocus={false}
				value={destination}
				error={problem ?? left}
				onFocus={onFocus}
				onChange={(text) => {
					setLeft(null);
					onChange(text);
				}}
				onBlur={() => complete()}
			/>
		</Inline>
	);
});
