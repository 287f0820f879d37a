import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { binsOf, type DistanceBin, type Distances, placeOf, rowsWithin, stopAt, stopsOf } from './distances.ts';
import classes from './geo.module.css';
import { metres, percent } from './labels.ts';

interface DistanceHistogramProps {
	readonly distances: Distances;
	/** The distance that is set, metres. */
	readonly meters: number;
	/** Rows within it, where a trial counted them. */
	readonly matched: number | null;
	/** Absent where it only shows. */
	readonly onChange?: ((meters: number) => void) | undefined;
}

/** How far the nearest point is, row by row; a handle that pointer and keys move sets how far is near enough. */
export function DistanceHistogram({ distances, meters, matched, onChange }: DistanceHistogramProps) {
	const plot = useRef<HTMLDivElement>(null);
	const bins = binsOf(distances);
	const most = Math.max(1, ...bins.map((it) => it.rows));
	const all = bins.reduce((sum, it) => sum + it.rows, 0);
	const stops = stopsOf(distances);
	const last = stops.at(-1) ?? 0;
	const rows = rowsWithin(distances, meters) ?? matched;
	const told = rows === null ? 'counting…' : `${formatCount(rows)} of ${formatCount(all)} rows, ${percent(rows, all)}`;

	const onKeyDown = (event: KeyboardEvent) => {
		const edges = distances.within.map((it) => it.meters);
		const next = new Map([
			['ArrowLeft', stops.findLast((it) => it < meters)],
			['ArrowDown', stops.findLast((it) => it < meters)],
			['ArrowRight', stops.find((it) => it > meters)],
			['ArrowUp', stops.find((it) => it > meters)],
			['PageDown', edges.findLast((it) => it < meters)],
			['PageUp', edges.find((it) => it > meters)],
			['Home', stops[0]],
			['End', last],
		]);
		if (!next.has(event.key) || onChange === undefined) return;
		event.preventDefault();
		const to = next.get(event.key);
		if (to !== undefined) onChange(to);
	};
	const onPointer = (event: PointerEvent<HTMLDivElement>) => {
		const box = plot.current?.getBoundingClientRect();
		if (box === undefined || onChange === undefined) return;
		const stop = stopAt(distances, (event.clientX - box.left) / box.width);
		if (stop !== meters) onChange(stop);
	};
	return (
		<div className={classes.histogram}>
			<div className={classes.told}>
				<span>
					Within <strong>{metres(meters)}</strong>: {told}
				</span>
			</div>
			<div
				ref={plot}
				className={classes.plot}
				data-movable={onChange !== undefined || undefined}
				onPointerDown={(event) => {
					event.currentTarget.setPointerCapture(event.pointerId);
					onPointer(event);
				}}
				onPointerMove={(event) => {
					if (event.currentTarget.hasPointerCapture(event.pointerId)) onPointer(event);
				}}
			>
				<Inline
					component="ol"
					nowrap
					align="stretch"
					className={classes.bars}
					aria-label="Rows by the distance to the nearest point"
				>
					{bins.map((it) => (
						<Stack
							key={it.from}
							component="li"
							justify="end"
							className={classes.slot}
							title={binWords(it.from, it.to, it.rows)}
						>
							<VisuallyHidden>{binWords(it.from, it.to, it.rows)}</VisuallyHidden>
							<Muted size="small" numeric className={classes.count} aria-hidden="true">
								{it.rows > 0 ? formatCount(it.rows) : ''}
							</Muted>
							<span
								className={classes.bar}
								data-near={(it.to !== null && it.to <= meters) || undefined}
								style={{ height: it.rows === 0 ? 0 : `max(2px, ${(75 * it.rows) / most}%)` }}
							/>
						</Stack>
					))}
				</Inline>
				{onChange !== undefined && (
					<div
						role="slider"
						tabIndex={0}
						className={classes.handle}
						aria-label="Largest distance of a match"
						aria-orientation="horizontal"
						aria-valuemin={stops[0] ?? 0}
						aria-valuemax={last}
						aria-valuenow={Math.min(meters, last)}
						aria-valuetext={`${metres(meters)}: ${told}`}
						style={{ left: `${100 * placeOf(distances, meters)}%` }}
						onKeyDown={onKeyDown}
					/>
				)}
			</div>
			<Inline nowrap align="stretch" tone="muted" size="small" numeric className={classes.scale} aria-hidden="true">
				{bins.map((it) => (
					<span key={it.from}>{scaleWords(it, distances)}</span>
				))}
			</Inline>
		</div>
	);
}

/** The last two labels would stand on each other. */
const scaleWords = ({ from, to }: DistanceBin, { within }: Distances): string => {
	if (to === null) return `> ${metres(from)}`;
	return to === within.at(-1)?.meters ? '' : metres(to);
};

const binWords = (from: number, to: number | null, rows: number): string =>
	`${to === null ? `farther than ${metres(from)}` : `${metres(from)} to ${metres(to)}`}: ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
