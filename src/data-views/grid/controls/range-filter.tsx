import { Button, RangeSlider, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../../lib/format.ts';
import { type Bin, profileColumn } from '../../../rows/index.ts';
import { Form } from '../../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { edgeLabel } from '../../profile/profile-labels.ts';
import classes from './controls.module.css';
import { binsOfRange, rangeOfBins, rangeOfTerms, rangeProblems, type TypedRange, termsOfRange } from './range-terms.ts';
import { useOtherRows, type ValueFilterProps } from './use-other-rows.ts';

/** Histogram with two draggable handles (also by arrow keys), and fields for exact ends. */
export function RangeFilter({ source, column, index, filter, onApply }: ValueFilterProps) {
	const { task } = useOtherRows(source, filter, column, 'range', (rows, work) => profileColumn(rows, index, work));
	if (task.state === 'failed') return <Text tone="error">{task.message}</Text>;
	if (task.state !== 'done') return <Muted>Loading range…</Muted>;
	const { shape } = task.value;
	if (shape?.kind !== 'histogram' || shape.bins.length < 2) return null;
	const { bins } = shape;
	const typed = rangeOfTerms(filter.filter((term) => term.column === column.name));
	return <Range bins={bins} first={typed} column={column} onApply={onApply} />;
}

interface RangeProps extends Pick<ValueFilterProps, 'column' | 'onApply'> {
	readonly bins: readonly Bin[];
	readonly first: TypedRange;
}

function Range({ bins, first, column, onApply }: RangeProps) {
	const [range, setRange] = useState(first);
	const [isTyped, setTyped] = useState(first.from !== '' || first.to !== '');
	const { kind, name } = column;
	const [from, to] = binsOfRange(bins, range, kind);
	const max = Math.max(1, ...bins.map((bin) => bin.count));
	const edge = (at: number) => edgeLabel((at < bins.length ? bins[at]?.from : bins.at(-1)?.to) ?? '', kind, name);
	const rows = bins.slice(from, to).reduce((sum, bin) => sum + bin.count, 0);
	const problems = rangeProblems(column, range);
	const type = (end: 'from' | 'to', text: string) => {
		setTyped(true);
		setRange({ ...range, [end]: text, [end === 'to' ? 'isBelow' : 'isAbove']: false });
	};
	return (
		<Stack
			gap={1}
			component={Form}
			role="group"
			aria-label={`Range of ${name}`}
			onSubmit={() => {
				if (problems.from === null && problems.to === null) onApply(termsOfRange(column, range, bins));
			}}
		>
			<svg viewBox={`0 0 ${bins.length} 1`} preserveAspectRatio="none" className={classes.bins} aria-hidden="true">
				{bins.map(({ from: at, count }, index) => (
					<rect
						key={at}
						x={index + 0.06}
						y={1 - count / max}
						width={0.88}
						height={count / max}
						data-in={(index >= from && index < to) || undefined}
					/>
				))}
			</svg>
			<RangeSlider
				size="sm"
				label={null}
				min={0}
				max={bins.length}
				minRange={1}
				value={[from, to]}
				thumbFromLabel={`${name} from`}
				thumbToLabel={`${name} up to`}
				thumbValueText={edge}
				thumbProps={(at) => ({ 'data-autofocus': at === 0 || undefined }) as object}
				onChange={(next) => {
					setTyped(false);
					setRange(rangeOfBins(bins, next));
				}}
			/>
			<Inline gap={2} nowrap align="start" pt={2}>
				<TextInput
					size="xs"
					style={{ flex: 1 }}
					label={range.from !== '' && range.isAbove ? 'From (exclusive)' : 'From'}
					placeholder={edge(0)}
					value={range.from}
					error={problems.from}
					onChange={(event) => type('from', event.currentTarget.value)}
				/>
				<TextInput
					size="xs"
					style={{ flex: 1 }}
					label={range.to !== '' && range.isBelow ? 'Up to (exclusive)' : 'Up to'}
					placeholder={edge(bins.length)}
					value={range.to}
					error={problems.to}
					onChange={(event) => type('to', event.currentTarget.value)}
				/>
			</Inline>
			<Inline gap={2} justify="between">
				<Text size="small" numeric role="status">
					{isTyped ? '' : `${edge(from)} to ${edge(to)} · ${countOf(rows, 'row')}`}
				</Text>
				<Button type="submit" variant="default" size="compact-sm">
					Apply range
				</Button>
			</Inline>
		</Stack>
	);
}
