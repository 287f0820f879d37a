import { useMemo } from 'react';
import type { LinkTrial, NewLink } from '#contract/link.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { formatMeters } from '../labels.ts';
import { DistanceHistogram } from './distance-histogram.tsx';
import type { Distances } from './distances.ts';
import classes from './geo.module.css';

interface GeoViewProps {
	readonly link: NewLink;
	readonly trial: LinkTrial;
	readonly distances: Distances;
	/** The current distance setting in meters, which may differ from the trial's. */
	readonly meters: number;
	/** Whether the trial used this distance. */
	readonly isCurrent: boolean;
	readonly onMeters?: ((meters: number) => void) | undefined;
}

/** Map of the first end's points, with the distance to the nearest point of the other end. */
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
	const matched = points.filter((point) => point.matched).length;
	const { distinct } = trial.from;
	const shown =
		points.length < distinct ? `${formatCount(points.length)} of ${countOf(distinct, 'point')} shown` : null;
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
					label={`Map of ${link.from.dataset}: ${countOf(matched, 'point')} with a match in ${link.to.dataset} within ${formatMeters(meters)}, ${formatCount(points.length - matched)} without.`}
				/>
				<Inline component="ul" gap={[1, 4]} align="stretch" tone="muted" numeric pt={2} className={classes.legend}>
					<li>
						<span data-sign="matched">●</span> {countOf(matched, 'point')} with a match within {formatMeters(meters)}
					</li>
					<li>
						<span data-sign="unmatched">✕</span> {formatCount(points.length - matched)} without a match
					</li>
					{shown !== null && <li>{shown}</li>}
				</Inline>
			</div>
		</div>
	);
}
