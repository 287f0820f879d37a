import { Button, RangeSlider } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../../lib/format.ts';
import { type Bin, type FilterTerm, profileColumn } from '../../../rows/index.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { edgeWords } from '../../profile/profile-labels.ts';
import classes from './controls.module.css';
import { useOtherRows, type ValueFilterProps } from './use-other-rows.ts';

/** A histogram between two handles, which pointer and arrow keys move. */
export function RangeFilter({ source, column, index, filter, onApply }: ValueFilterProps) {
	const { task } = useOtherRows(source, filter, column, 'range', (rows, work) => profileColumn(rows, index, work));
	if (task.state === 'failed') return <Text tone="error">{task.message}</Text>;
	if (task.state !== 'done') return <Muted>Reading the range…</Muted>;
	const { shape } = task.value;
	if (shape?.kind !== 'histogram' || shape.bins.length < 2) return null;
	const { bins } = shape;
	const terms = filter.filter((term) => term.column === column.name);
	const start = bins.findIndex((bin) => terms.some(({ op, value }) => op === '>=' && value === bin.from));
	const end = bins.findIndex((bin) => terms.some(({ op, value }) => op === '<' && value === bin.to));
	const first = [Math.max(0, start), end === -1 ? bins.length : end + 1] as const;
	return <Range bins={bins} first={first} column={column} onApply={onApply} />;
}

interface RangeProps extends Pick<ValueFilterProps, 'column' | 'onApply'> {
	readonly bins: readonly Bin[];
	/** Positions among the edges of the bins. */
	readonly first: readonly [number, number];
}

function Range({ bins, first, column, onApply }: RangeProps) {
	const [[from, to], setRange] = useState(first);
	const most = Math.max(1, ...bins.map((bin) => bin.count));
	const edge = (at: number) => (at < bins.length ? bins[at]?.from : bins.at(-1)?.to) ?? '';
	const words = (at: number) => edgeWords(edge(at), column.kind);
	const rows = bins.slice(from, to).reduce((sum, bin) => sum + bin.count, 0);
	const apply = () => {
		const terms: FilterTerm[] = [];
		const isPart = from > 0 || to < bins.length;
		// Infinite values and NaN are in no bin, but beyond an end that is left open.
		const isBounded = isPart && column.kind === 'float';
		if (from > 0 || isBounded) terms.push({ column: column.name, op: '>=', value: edge(from) });
		if (to < bins.length) terms.push({ column: column.name, op: '<', value: edge(to) });
		else if (isBounded) terms.push({ column: column.name, op: '<=', value: edge(to) });
		onApply(terms);
	};
	return (
		<Stack gap={1} component="section" aria-label={`Range of ${column.name}`}>
			<svg viewBox={`0 0 ${bins.length} 1`} preserveAspectRatio="none" className={classes.bins} aria-hidden="true">
				{bins.map(({ from: at, count }, index) => (
					<rect
						key={at}
						x={index + 0.06}
						y={1 - count / most}
						width={0.88}
						height={count / most}
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
				thumbFromLabel={`${column.name} from`}
				thumbToLabel={`${column.name} up to`}
				thumbProps={(at) => ({
					'aria-valuetext': words(at === 0 ? from : to),
					'data-autofocus': at === 0 || undefined,
				})}
				onChange={setRange}
			/>
			<Inline gap={2} justify="between" pt={2}>
				<Text size="small" numeric role="status">
					{words(from)} to {words(to)} · {countOf(rows, 'row')}
				</Text>
				<Button variant="default" size="compact-sm" onClick={apply}>
					Apply range
				</Button>
			</Inline>
		</Stack>
	);
}
