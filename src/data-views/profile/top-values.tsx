import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../../lib/format.ts';
import type { CellKind, PlainValue, Shape, TopValue } from '../../rows/index.ts';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import classes from './data-profile.module.css';
import { percentLabel, rowsLabel, topValueLabel } from './profile-labels.ts';

interface TopValuesProps {
	readonly shape: Extract<Shape, { kind: 'top' }>;
	readonly name: string;
	readonly kind: CellKind;
	readonly rows: number;
	readonly onPick: ((value: PlainValue) => void) | undefined;
}

export function TopValues({ shape, name, kind, rows, onPick }: TopValuesProps) {
	// If all values are distinct, their counts are meaningless.
	if (shape.values[0]?.count === 1) {
		return (
			<Muted component="p" clip>
				All unique: {shape.values.map((topValue) => topValueLabel(topValue, kind, name)).join(', ')}
				{shape.others > 0 ? ', …' : ''}
			</Muted>
		);
	}
	const max = Math.max(1, shape.values[0]?.count ?? 1, rows / 3);
	return (
		<div>
			<Stack component="ul" gap={[0, 3]} className={classes.values} aria-label={`Most frequent values in ${name}`}>
				{shape.values.map((topValue, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: long texts may have the same start
					<li key={index}>
						<Value
							topValue={topValue}
							name={name}
							kind={kind}
							rows={rows}
							width={(100 * topValue.count) / max}
							isAbout={shape.slack > 0}
							onPick={onPick}
						/>
					</li>
				))}
			</Stack>
			{shape.others > 0 && (
				<Muted component="p" size="small" numeric clip className={classes.scale}>
					{shape.slack > 0 ? 'about ' : ''}
					{rowsLabel(shape.others)} with other values
				</Muted>
			)}
		</div>
	);
}

interface ValueProps extends Pick<TopValuesProps, 'name' | 'kind' | 'rows' | 'onPick'> {
	readonly topValue: TopValue;
	readonly width: number;
	readonly isAbout: boolean;
}

function Value({ topValue, name, kind, rows, width, isAbout, onPick }: ValueProps) {
	const label = topValueLabel(topValue, kind, name);
	const counted = `${isAbout ? 'about ' : ''}${formatCount(topValue.count)}`;
	const inside = (
		<>
			<span className={classes.fill} style={{ width: `${Math.min(100, width)}%` }} />
			<Text
				mono
				clip
				tone={topValue.value === '' ? 'muted' : 'text'}
				className={topValue.value === '' ? classes.odd : classes.value}
			>
				{label}
			</Text>
			<Text numeric rigid>
				{counted}
				<VisuallyHidden>
					{' '}
					{topValue.count === 1 ? 'row' : 'rows'}, {percentLabel(topValue.count, rows)}
				</VisuallyHidden>
			</Text>
		</>
	);
	// Filters don't support lists, blobs and cut-off text.
	if (onPick === undefined || kind === 'json' || topValue.isCut) return <div className={classes.line}>{inside}</div>;
	return (
		<button
			type="button"
			className={classes.line}
			title={`Show rows with ${label}`}
			onClick={() => onPick(topValue.value)}
		>
			{inside}
		</button>
	);
}
