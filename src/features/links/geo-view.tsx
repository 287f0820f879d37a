import { useMemo } from 'react';
import type { LinkTrial, NewLink } from '#contract/link.ts';
import { formatCount } from '../../lib/format.ts';
import { MapView } from '../../ui/map/map-view.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { DistanceHistogram } from './distance-histogram.tsx';
import type { Distances } from './distances.ts';
import classes from './geo.module.css';
import { metres } from './labels.ts';

interface GeoViewProps {
	readonly link: NewLink;
	readonly trial: LinkTrial;
	readonly distances: Distances;
	/** The distance that is set now, metres; the trial may be of another one. */
	readonly meters: number;
	/** Whether the trial is of this distance. */
	readonly isCurrent: boolean;
	readonly onMeters?: ((meters: number) => void) | undefined;
}

/** Where the points of a link's first end are, and how far the nearest of the other end is. */
export function GeoView({ link, trial, distances, meters, isCurrent, onMeters }: GeoViewProps) {
	const points = useMemo(
		() =>
			distances.points.map(({ latitude, longitude, meters: far }) => ({
				latitude,
				longitude,
				matched: far !== null && far <= meters,
			})),
		[distances, meters],
	);
	const matched = points.filter((it) => it.matched).length;
	const { distinct } = trial.from;
	const shown =
		points.length < distinct ? `${formatCount(points.length)} of ${formatCount(distinct)} points shown` : null;
	return (
		<div className={classes.geo}>
			<DistanceHistogram
				distances={distances}
				meters={meters}
				matched={isCurrent ? trial.from.matchedRows : null}
				onChange={onMeters}
			/>
			<div>
				<MapView
					points={points}
					label={`Map of ${link.from.dataset}: ${formatCount(matched)} points have one of ${link.to.dataset} within ${metres(meters)}, ${formatCount(points.length - matched)} have none.`}
				/>
				<Inline component="ul" gap={[1, 4]} align="stretch" tone="muted" numeric className={classes.legend}>
					<li>
						<span data-sign="matched">●</span> {formatCount(matched)} points within {metres(meters)}
					</li>
					<li>
						<span data-sign="unmatched">✕</span> {formatCount(points.length - matched)} with none so near
					</li>
					{shown !== null && <li>{shown}</li>}
				</Inline>
			</div>
		</div>
	);
}
