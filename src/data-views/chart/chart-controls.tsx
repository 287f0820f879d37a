import { Select } from '@mantine/core';
import { aggregates, type RoleColumn, timeSteps } from '../../rows/index.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import classes from './chart.module.css';
import { aggregateNames, type ChartSpec, isByRow, limits, markNames, marks } from './chart-spec.ts';

interface ChartControlsProps {
	readonly spec: ChartSpec;
	readonly columns: readonly RoleColumn[];
	readonly onChange: (change: Partial<ChartSpec>) => void;
}

const none = '';

export function ChartControls({ spec, columns, onChange }: ChartControlsProps) {
	const x = columns.find((column) => column.name === spec.x);
	const names = columns.map((column) => column.name);
	const numbers = columns.filter((column) => column.role === 'number').map((column) => column.name);
	const byRow = isByRow(spec);
	return (
		<Inline gap={[1, 3]} className={classes.controls}>
			<Choice
				label="Chart type"
				value={spec.mark}
				data={marks
					.filter((mark) => x?.role !== 'category' || mark === 'bar')
					.map((value) => ({ value, label: markNames[value] }))}
				onChange={(mark) => onChange({ mark })}
			/>
			<Choice label="X axis" value={spec.x} data={names} onChange={(value) => onChange({ x: value })} />
			{x?.role === 'time' && !byRow && (
				<Choice
					label="Interval"
					value={spec.step ?? none}
					data={[{ value: none, label: 'exact time' }, ...timeSteps]}
					onChange={(step) => onChange({ step: step === none ? null : step })}
				/>
			)}
			{!byRow && (
				<Choice
					label="Value"
					value={spec.y === null ? 'count' : spec.aggregate}
					data={aggregates.map((value) => ({ value, label: aggregateNames[value] }))}
					onChange={(aggregate) =>
						onChange({
							aggregate,
							y: aggregate === 'count' ? null : (spec.y ?? numbers.find((value) => value !== spec.x) ?? null),
						})
					}
				/>
			)}
			{(byRow || spec.y !== null) && (
				<Choice
					label={byRow ? 'Y axis' : 'Value column'}
					value={spec.y ?? none}
					data={numbers}
					onChange={(value) => onChange({ y: value })}
				/>
			)}
			{spec.mark !== 'heat' && (
				<Choice
					label="Color"
					value={spec.series ?? none}
					data={[{ value: none, label: 'none' }, ...names.filter((name) => name !== none && name !== spec.x)]}
					onChange={(value) => onChange({ series: value === none ? null : value })}
				/>
			)}
			{(spec.mark === 'dot' || x?.role === 'category') && (
				<Choice
					label="Limit"
					value={String(spec.limit)}
					data={limits(spec.mark).map((limit) => ({ value: String(limit), label: limit.toLocaleString('en-GB') }))}
					onChange={(value) => onChange({ limit: Number(value) })}
				/>
			)}
		</Inline>
	);
}

interface ChoiceProps<Value extends string> {
	readonly label: string;
	readonly value: NoInfer<Value>;
	readonly data: readonly (Value | { value: Value; label: string })[];
	readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, data, onChange }: ChoiceProps<Value>) {
	return (
		<Inline nowrap rigid gap={1} tone="muted">
			<span aria-hidden="true">{label}</span>
			<Select
				size="xs"
				aria-label={label}
				className={classes.select ?? ''}
				data={[...data]}
				value={value}
				allowDeselect={false}
				searchable={data.length > 12}
				comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
				onChange={(next) => next !== null && onChange(next as Value)}
			/>
		</Inline>
	);
}
