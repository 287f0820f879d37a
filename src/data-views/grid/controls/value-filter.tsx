import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { exactText, type FilterTerm, groupSource } from '../../../rows/index.ts';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { valueLabel } from '../../profile/profile-labels.ts';
import classes from './controls.module.css';
import { GroupProgress } from './group-progress.tsx';
import { RangeFilter } from './range-filter.tsx';
import { useOtherRows, type ValueFilterProps } from './use-other-rows.ts';

/** Maximum listed values; others are found by searching. */
const limit = 200;
type Chosen = string | null;

/** Filters by a column's values: a range for numbers and times, or a list of values with counts. */
export function ValueFilter(props: ValueFilterProps) {
	const { source, column, index, filter, onApply, onCondition } = props;
	const [search, setSearch] = useState('');
	const [sought] = useDebouncedValue(search.trim(), 250);
	const [chosen, setChosen] = useState(() => chosenBy(filter, column.name));
	const input = { by: index, measures: [], limit, order: 'count', search: sought } as const;
	const { task, cancel } = useOtherRows(source, filter, column, `values ${sought}`, (rows, work) =>
		groupSource(rows, input, work),
	);
	const canRange = ['integer', 'float', 'decimal', 'temporal'].includes(column.kind);
	const apply = (event: FormEvent) => {
		event.preventDefault();
		onApply(termsOf(column.name, chosen));
	};
	const toggle = (value: Chosen) => {
		const others = [...chosen].filter((other) => other !== value);
		setChosen(new Set(chosen.has(value) ? others : [...others, value]));
	};
	const groups = task.state === 'done' ? task.value.groups : [];
	return (
		<Stack gap={3}>
			{canRange && <RangeFilter {...props} />}
			<Stack component="form" gap={2} onSubmit={apply}>
				<TextInput
					aria-label={`Search values in ${column.name}`}
					placeholder="Search values"
					leftSection={<IconSearch size={14} aria-hidden="true" />}
					value={search}
					data-autofocus
					onChange={(event) => setSearch(event.currentTarget.value)}
				/>
				<GroupProgress task={task} label="Counting values" onCancel={cancel} />
				<Box component="ul" scroll className={classes.values} aria-label={`Values in ${column.name}`}>
					{groups.map(({ value, rows }) => {
						const key = value === null ? null : exactText(value);
						return (
							<li key={value === null ? 'null' : `value ${String(key)}`}>
								<label className={classes.columnName}>
									<input type="checkbox" checked={chosen.has(key)} onChange={() => toggle(key)} />
									{value === null ? <Muted>null</Muted> : <span>{valueLabel(value, column.kind, column.name)}</span>}
									<Muted numeric push>
										{formatCount(rows)}
									</Muted>
								</label>
							</li>
						);
					})}
					{task.state === 'done' && groups.length === 0 && (
						<Muted component="li">{sought === '' ? 'No values' : `No value contains "${sought}"`}</Muted>
					)}
				</Box>
				{task.state === 'done' && task.value.total > groups.length && (
					<Muted size="small">
						Showing the {formatCount(groups.length)} most frequent of {formatCount(task.value.total)} values. Search to
						find others.
					</Muted>
				)}
				<Inline gap={2} className={classes.apply}>
					<Button type="submit" disabled={chosen.size === 0}>
						Apply filter
					</Button>
					{filter.some((term) => term.column === column.name) && (
						<Button variant="default" onClick={() => onApply([])}>
							Clear filter
						</Button>
					)}
					<Button variant="subtle" color="gray" onClick={onCondition}>
						Filter by condition…
					</Button>
				</Inline>
			</Stack>
		</Stack>
	);
}

function chosenBy(filter: readonly FilterTerm[], column: string): ReadonlySet<Chosen> {
	const values = filter
		.filter((term) => term.column === column)
		.flatMap(({ op, value = '' }): Chosen[] => {
			if (op === 'isNull') return [null];
			return op === '=' || op === 'in' ? [value].flat() : [];
		});
	return new Set(values);
}

function termsOf(column: string, chosen: ReadonlySet<Chosen>): FilterTerm[] {
	// null comes last.
	const values = [...chosen].sort((a, b) => Number(a === null) - Number(b === null));
	const [only] = values;
	if (only === undefined) return [];
	if (values.length > 1) return [{ column, op: 'in', value: values }];
	return [only === null ? { column, op: 'isNull' } : { column, op: '=', value: only }];
}
