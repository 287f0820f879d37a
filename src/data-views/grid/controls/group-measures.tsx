import { Checkbox } from '@mantine/core';
import { type GridColumn, type GroupMeasure, groupMeasures } from '../../../rows/index.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from './controls.module.css';
import { measureName } from './group-table.ts';

/** Maximum measures besides the row count. */
export const maxMeasures = 19;

interface GroupMeasuresProps {
	readonly columns: readonly GridColumn[];
	readonly numbers: readonly number[];
	readonly chosen: readonly GroupMeasure[];
	readonly onChange: (measures: readonly GroupMeasure[]) => void;
}

export function GroupMeasures({ columns, numbers, chosen, onChange }: GroupMeasuresProps) {
	const isChosen = (one: GroupMeasure) =>
		chosen.some(({ measure, column }) => measure === one.measure && column === one.column);
	const toggle = (one: GroupMeasure) =>
		onChange(
			numbers.flatMap((column) =>
				groupMeasures
					.map((measure) => ({ measure, column }))
					.filter((item) => isChosen(item) !== (item.measure === one.measure && item.column === one.column)),
			),
		);
	if (numbers.length === 0) return <Muted component="p">No numeric columns to aggregate.</Muted>;
	const isFull = chosen.length >= maxMeasures;
	return (
		<Box scroll className={classes.measures}>
			<table className={classes.measureTable} aria-label="Measures">
				<thead>
					<tr>
						<th scope="col">Column</th>
						{groupMeasures.map((measure) => (
							<th key={measure} scope="col">
								{measureName(measure)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{numbers.map((column) => {
						const name = columns[column]?.name ?? '';
						return (
							<tr key={column}>
								<th scope="row" title={name}>
									{name}
								</th>
								{groupMeasures.map((measure) => {
									const one = { measure, column };
									return (
										<td key={measure}>
											<Checkbox
												size="xs"
												aria-label={`${measureName(measure)} of ${name}`}
												checked={isChosen(one)}
												disabled={isFull && !isChosen(one)}
												onChange={() => toggle(one)}
											/>
										</td>
									);
								})}
							</tr>
						);
					})}
				</tbody>
			</table>
			{isFull && <Muted size="small">You can add up to {maxMeasures} measures.</Muted>}
		</Box>
	);
}
