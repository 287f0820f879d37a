import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { countOf, formatCount } from '../../../lib/format.ts';
import {
	exactText,
	type FilterTerm,
	filterLike,
	type GridColumn,
	groupSource,
	isRightAligned,
	type RowSource,
} from '../../../rows/index.ts';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import { numberWords, valueWords } from '../../profile/profile-labels.ts';
import { useWork } from '../../use-task.ts';
import classes from './controls.module.css';
import { GroupProgress } from './group-progress.tsx';

interface GroupPanelProps {
	/** The rows as they are filtered. */
	readonly rows: RowSource;
	readonly column: GridColumn;
	readonly index: number;
	/** Leads to the rows of a group. */
	readonly onPick: (term: FilterTerm) => void;
}

const most = 500;

/** The rows put together by the values of a column, with their counts and the sum of another; each group leads to its rows. */
export function GroupPanel({ rows, column, index, onPick }: GroupPanelProps) {
	const numbers = rows.columns.flatMap(({ name, kind }, at) =>
		at !== index && ['integer', 'float', 'decimal'].includes(kind) ? [{ value: String(at), label: name }] : [],
	);
	const [summed, setSummed] = useState(numbers[0]?.value ?? '');
	const sums = summed === '' ? [] : [Number(summed)];
	const input = { by: index, sums, limit: most, order: 'count', search: '' } as const;
	const { task, cancel } = useWork(`${index} ${summed}`, (signal, onProgress) =>
		groupSource(rows, input, { signal, onProgress }),
	);
	const name = numbers.find(({ value }) => value === summed)?.label;
	return (
		<Stack gap={2}>
			<Inline gap={2} justify="between">
				<Text weight="strong">Groups by {column.name}</Text>
				{numbers.length > 0 && (
					<NativeSelect
						size="xs"
						aria-label="Sum of"
						data-autofocus
						value={summed}
						data={[
							{ value: '', label: 'No sum' },
							...numbers.map((item) => ({ ...item, label: `Sum of ${item.label}` })),
						]}
						onChange={(event) => setSummed(event.currentTarget.value)}
					/>
				)}
			</Inline>
			<GroupProgress task={task} label="Grouping" onCancel={cancel} />
			{task.state === 'done' && (
				<>
					<Box scroll className={classes.groups}>
						<table className={classes.groupTable} aria-label={`Groups by ${column.name}`}>
							<thead>
								<tr>
									<th scope="col">{column.name}</th>
									<th scope="col">Rows</th>
									{name !== undefined && <th scope="col">Sum of {name}</th>}
								</tr>
							</thead>
							<tbody>
								{task.value.groups.map(({ value, rows: count, sums: [sum] }) => {
									const term = filterLike(column, value, false);
									const words = value === null ? 'null' : valueWords(value, column.kind);
									return (
										<tr key={value === null ? 'null' : `value ${exactText(value)}`}>
											<th scope="row" data-number={isRightAligned(column.kind) || undefined}>
												{term === null ? (
													words
												) : (
													<TextButton title={`Show the rows of ${words}`} onClick={() => onPick(term)}>
														{words}
													</TextButton>
												)}
											</th>
											<td>{formatCount(count)}</td>
											{name !== undefined && (
												<td>
													{sum == null
														? '–'
														: typeof sum === 'number'
															? numberWords(sum)
															: valueWords(exactText(sum), 'decimal')}
												</td>
											)}
										</tr>
									);
								})}
							</tbody>
						</table>
					</Box>
					<Muted size="small">
						{task.value.total > most
							? `The ${formatCount(most)} largest of ${countOf(task.value.total, 'group')}`
							: countOf(task.value.total, 'group')}
					</Muted>
				</>
			)}
		</Stack>
	);
}
