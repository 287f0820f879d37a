import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { countOf, formatCount } from '../../../lib/format.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { formatMeters, percent } from '../labels.ts';
import { binsOf, type DistanceBin, type Distances, positionOf, rowsWithin, stopAt, stopsOf } from './distances.ts';
import classes from './geo.module.css';

interface DistanceHistogramProps {
	readonly distances: Distances;
	readonly meters: number;
	/** Rows within the distance, if a trial counted them. */
	readonly matched: number | null;
	/** Absent if read-only. */
	readonly onChange?: ((meters: number) => void) | undefined;
}

/** Histogram of nearest-point distances, with a handle (also by keyboard) for the maximum distance. */
export function DistanceHistogram({ distances, meters, matched, onChange }: DistanceHistogramProps) {
	const plot = useRef<HTMLDivElement>(null);
	const bins = binsOf(distances);
	const max = Math.max(1, ...bins.map((bin) => bin.rows));
	const all = bins.reduce((sum, bin) => sum + bin.rows, 0);
	const stops = stopsOf(distances);
	const last = stops.at(-1) ?? 0;
	const rows = rowsWithin(distances, meters) ?? matched;
	const rowShare =
		rows === null ? 'counting…' : `${formatCount(rows)} of ${countOf(all, 'row')}, ${percent(rows, all)}`;

	const onKeyDown = (event: KeyboardEvent) => {
		const edges = distances.within.map((item) => item.meters);
		const [before, after] = [stops.findLast((stop) => stop < meters), stops.find((stop) => stop > meters)];
		const next = new Map([
			['ArrowLeft', before],
			['ArrowDown', before],
			['ArrowRight', after],
			['ArrowUp', after],
			['PageDown', edges.findLast((edge) => edge < meters)],
			['PageUp', edges.find((edge) => edge > meters)],
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
		<div>
			<Text component="div" numeric className={classes.status}>
				Within <strong>{formatMeters(meters)}</strong>: {rowShare}
			</Text>
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
					aria-label="Rows by distance to the nearest point"
				>
					{bins.map((bin) => (
						<Stack key={bin.from} component="li" justify="end" className={classes.slot} title={binLabel(bin)}>
							<VisuallyHidden>{binLabel(bin)}</VisuallyHidden>
							<Muted size="small" numeric className={classes.count} aria-hidden="true">
								{bin.rows > 0 ? formatCount(bin.rows) : ''}
							</Muted>
							<span
								className={classes.bar}
								data-near={(bin.to !== null && bin.to <= meters) || undefined}
								style={{ height: bin.rows === 0 ? 0 : `max(2px, ${(75 * bin.rows) / max}%)` }}
							/>
						</Stack>
					))}
				</Inline>
				{onChange !== undefined && (
					<div
						role="slider"
						tabIndex={0}
						className={classes.handle}
						aria-label="Maximum match distance"
						aria-orientation="horizontal"
						aria-valuemin={stops[0] ?? 0}
						aria-valuemax={last}
						aria-valuenow={Math.min(meters, last)}
						aria-valuetext={`${formatMeters(meters)}: ${rowShare}`}
						style={{ left: `${100 * positionOf(distances, meters)}%` }}
						onKeyDown={onKeyDown}
					/>
				)}
			</div>
			<Inline
				nowrap
				align="stretch"
				tone="muted"
				size="small"
				numeric
				pt={2}
				className={classes.scale}
				aria-hidden="true"
			>
				{bins.map((bin) => (
					<span key={bin.from}>{scaleLabel(bin, distances)}</span>
				))}
			</Inline>
		</div>
	);
}

/** The last two labels would overlap. */
const scaleLabel = ({ from, to }: DistanceBin, { within }: Distances): string => {
	if (to === null) return `> ${formatMeters(from)}`;
	return to === within.at(-1)?.meters ? '' : formatMeters(to);
};

const binLabel = ({ from, to, rows }: DistanceBin): string =>
	`${to === null ? `farther than ${formatMeters(from)}` : `${formatMeters(from)} to ${formatMeters(to)}`}: ${countOf(rows, 'row')}`;
