import { Autocomplete } from '@mantine/core';
import { formatCoordinate } from '#contract/dataset.ts';
import { readCoordinate } from '../names/model.ts';
import classes from './coordinates.module.css';

interface DestinationFieldProps {
	readonly destination: string;
	readonly me: string;
	readonly known: readonly string[];
	readonly problem: string | null;
	readonly onChange: (destination: string) => void;
	readonly onFocus: () => void;
	/** The dialog around it begins here. */
	readonly focused?: boolean;
}

/** The dataset that the BuildSpec builds; completed with one's own name when the field is left. */
export function DestinationField({
	destination,
	me,
	known,
	problem,
	onChange,
	onFocus,
	focused,
}: DestinationFieldProps) {
	const complete = () => {
		const read = readCoordinate(destination, me);
		if (read.coordinate !== null && formatCoordinate(read.coordinate) !== destination) {
			onChange(formatCoordinate(read.coordinate));
		}
	};
	return (
		<div className={classes.destination}>
			<span className={classes.legend}>to</span>
			<Autocomplete
				className={classes.input}
				aria-label="Destination"
				placeholder="owner/namespace/dataset"
				{...(focused ? { 'data-autofocus': true } : {})}
				data={[...known]}
				limit={50}
				value={destination}
				error={problem}
				onFocus={onFocus}
				onChange={onChange}
				onBlur={complete}
			/>
		</div>
	);
}
