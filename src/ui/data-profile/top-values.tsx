import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../../lib/format.ts';
import type { CellKind, PlainValue, Shape, TopValue } from '../../rows/index.ts';
import classes from './data-profile.module.css';
import { rowWords, shareWords, topWords } from './profile-labels.ts';

interface TopValuesProps {
	readonly shape: Extract<Shape, { kind: 'top' }>;
	readonly kind: CellKind;
	readonly rows: number;
	readonly label: string;
	readonly onPick: ((value: PlainValue) => void) | undefined;
}

/** The most frequent values with their counts, a bar behind each. */
export function TopValues({ shape, kind, rows, label, onPick }: TopValuesProps) {
	// where no value occurs twice, counting each says nothing
	if (shape.values[0]?.count === 1) {
		return (
			<p className={classes.once}>
				every value once: {shape.values.map((it) => topWords(it, kind)).join(', ')}
				{shape.others > 0 ? ', …' : ''}
			</p>
		);
	}
	const most = Math.max(1, shape.values[0]?.count ?? 1, rows / 3);
	return (
		<div className={classes.shape}>
			<ul className={classes.values} aria-label={label}>
				{shape.values.map((it, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: long texts may begin alike, places differ
					<li key={at}>
						<Value
							it={it}
							kind={kind}
							rows={rows}
							width={(100 * it.count) / most}
							isAbout={shape.slack > 0}
							onPick={onPick}
						/>
					</li>
				))}
			</ul>
			{shape.others > 0 && (
				<p className={classes.scale}>
					{shape.slack > 0 ? 'about ' : ''}
					{rowWords(shape.others)} with other values
				</p>
			)}
		</div>
	);
}

interface ValueProps {
	readonly it: TopValue;
	readonly kind: CellKind;
	readonly rows: number;
	readonly width: number;
	readonly isAbout: boolean;
	readonly onPick: ((value: PlainValue) => void) | undefined;
}

function Value({ it, kind, rows, width, isAbout, onPick }: ValueProps) {
	const name = topWords(it, kind);
	const counted = `${isAbout ? 'about ' : ''}${formatCount(it.count)}`;
	const inside = (
		<>
			<span className={classes.fill} style={{ width: `${Math.min(100, width)}%` }} />
			<span className={it.value === '' ? classes.odd : classes.value}>{name}</span>
			<span className={classes.count}>
				{counted}
				<VisuallyHidden>
					{' '}
					{it.count === 1 ? 'row' : 'rows'}, {shareWords(it.count, rows)}
				</VisuallyHidden>
			</span>
		</>
	);
	// lists, blobs and the beginning of a text are no value that a filter takes
	if (onPick === undefined || kind === 'json' || it.isCut) return <div className={classes.line}>{inside}</div>;
	return (
		<button
			type="button"
			className={classes.line}
			title={`Show the rows with ${name}`}
			onClick={() => onPick(it.value)}
		>
			{inside}
		</button>
	);
}
