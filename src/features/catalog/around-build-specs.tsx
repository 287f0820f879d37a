import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import classes from './around-build-specs.module.css';
import { type Around, type Place, specsAround } from './model.ts';

/** The person's BuildSpecs that write to a namespace or dataset, or read from it. */
export function AroundBuildSpecs(place: Place) {
	const specs = useQuery(buildSpecsQuery);
	if (specs.isPending) return <LoadingRows rows={4} />;
	if (specs.data === undefined) {
		return (
			<ErrorPanel
				title="The BuildSpecs could not be listed"
				error={errorFacts(specs.error)}
				onRetry={() => void specs.refetch()}
			/>
		);
	}
	const around = specsAround(specs.data.items, place);
	const what = place.datasetName === undefined ? 'namespace' : 'dataset';
	return (
		<div className={classes.around}>
			{around.length === 0 ? (
				<EmptyState title={`None of your BuildSpecs reads or writes this ${what}`}>
					One that does is listed here.
				</EmptyState>
			) : (
				<table className={classes.table} aria-label={`BuildSpecs around this ${what}`}>
					<thead>
						<tr>
							<th scope="col">BuildSpec</th>
							<th scope="col">What it does here</th>
							<th scope="col">Updated</th>
						</tr>
					</thead>
					<tbody>
						{around.map((it) => (
							<Row key={it.spec.id} around={it} />
						))}
					</tbody>
				</table>
			)}
			<p className={classes.quiet}>BuildSpecs of other people are theirs to see; they may read this {what} too.</p>
		</div>
	);
}

function Row({ around: { spec, writes, reads } }: { around: Around }) {
	return (
		<tr>
			<td className={classes.name}>
				<Link to={paths.buildSpec(spec.id)}>{formatCoordinate(spec.destination)}</Link>{' '}
				<span className={classes.quiet}>v{spec.version}</span>
			</td>
			<td>
				{writes && (
					<>
						writes <Dataset it={spec.destination} />
					</>
				)}
				{writes && reads.length > 0 && ', '}
				{reads.length > 0 && 'reads '}
				{reads.map((it, index) => (
					<span key={formatCoordinate(it)}>
						{index > 0 && ', '}
						<Dataset it={it} />
					</span>
				))}
			</td>
			<td className={classes.quiet}>
				<RelativeTime iso={spec.updatedAt} />
			</td>
		</tr>
	);
}

const Dataset = ({ it }: { it: Around['reads'][number] }) => <Link to={paths.dataset(it)}>{it.datasetName}</Link>;
