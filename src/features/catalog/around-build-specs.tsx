import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { useSpecTargets } from '../build-specs/pipeline-queries.ts';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import classes from './around-build-specs.module.css';
import { type Around, type Place, specsAround } from './model.ts';

/** The person's BuildSpecs that write to a namespace or dataset, or read from it. */
export function AroundBuildSpecs(place: Place) {
	const specs = useQuery(buildSpecsQuery);
	const { query, targets } = useSpecTargets(specs.data?.items);
	const error = specs.data === undefined ? specs.error : query.error;
	if (error === null && targets === undefined) return <LoadingRows rows={4} />;
	if (specs.data === undefined || targets === undefined) {
		return (
			<ErrorPanel
				title="The BuildSpecs could not be listed"
				error={errorFacts(error)}
				onRetry={() => void (specs.data === undefined ? specs : query).refetch()}
			/>
		);
	}
	const around = specsAround(specs.data.items, place, targets);
	const what = place.datasetName === undefined ? 'namespace' : 'dataset';
	return (
		<Box fill scroll pb={5}>
			{around.length === 0 ? (
				<EmptyState title={`None of your BuildSpecs reads or writes this ${what}`}>
					One that does is listed here.
				</EmptyState>
			) : (
				<SimpleTable hover cards="lines" className={classes.table} aria-label={`BuildSpecs around this ${what}`}>
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
				</SimpleTable>
			)}
			<Muted component="p" spaced>
				BuildSpecs of other people are theirs to see; they may read this {what} too.
			</Muted>
		</Box>
	);
}

function Row({ around: { spec, writes, reads } }: { around: Around }) {
	return (
		<tr>
			<Text component="td" mono>
				<Link to={paths.buildSpec(spec.id)}>{formatCoordinate(spec.destination)}</Link> <Muted>v{spec.version}</Muted>
			</Text>
			<td>
				{writes.length > 0 && 'writes '}
				<Datasets all={writes} />
				{writes.length > 0 && reads.length > 0 && ', '}
				{reads.length > 0 && 'reads '}
				<Datasets all={reads} />
			</td>
			<Muted component="td">
				<RelativeTime iso={spec.updatedAt} />
			</Muted>
		</tr>
	);
}

const Datasets = ({ all }: { all: Around['reads'] }) =>
	all.map((dataset, index) => (
		<span key={formatCoordinate(dataset)}>
			{index > 0 && ', '}
			<Link to={paths.dataset(dataset)}>{dataset.datasetName}</Link>
		</span>
	));
