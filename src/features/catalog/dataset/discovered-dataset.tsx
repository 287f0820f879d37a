import { Link } from 'react-router';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { LoadingRows } from '../../../ui/states.tsx';
import { nameKey } from '../../names/model.ts';
import { useDiscoveredNames } from '../../names/queries.ts';
import { AroundBuildSpecs } from '../around-build-specs.tsx';
import { ColumnOrder } from '../columns/column-order.tsx';
import classes from './discovered-dataset.module.css';
import { GoneMark } from './gone-mark.tsx';

/** A dataset at a service that shows neither rows nor columns: what is known of it by what came by. */
export function DiscoveredDataset({ dataset }: { dataset: DatasetCoordinate }) {
	const { names, isReading } = useDiscoveredNames();
	const name = names.get(nameKey(dataset));
	return (
		<PageFrame title={formatCoordinate(dataset)}>
			<Muted component="p">This service doesn’t show the rows or columns of datasets.</Muted>
			{name !== undefined && name.gone !== null && (
				<p>
					In this browser it <GoneMark gone={name.gone} />.
				</p>
			)}
			<SectionHeader mt={3} mb={1}>
				BuildSpecs
			</SectionHeader>
			{/* Not in a column: it takes no more height than it has. */}
			<div>
				<AroundBuildSpecs {...dataset} />
			</div>
			{name !== undefined && name.columns.length > 0 && (
				<>
					<SectionHeader mt={3} mb={1}>
						Columns that were seen
					</SectionHeader>
					<ul className={classes.list}>
						{name.columns.map((it) => (
							<li key={it.name}>
								<code>{it.name}</code> {it.type ?? ''}
							</li>
						))}
					</ul>
				</>
			)}
			<SectionHeader mt={3} mb={1}>
				Order of its columns
			</SectionHeader>
			{isReading && name === undefined ? (
				<LoadingRows rows={2} />
			) : (
				<ColumnOrder
					// What is typed stays, also when more is learned meanwhile.
					key={formatCoordinate(dataset)}
					dataset={dataset}
					schema={null}
					learned={name?.columns.map((it) => it.name) ?? []}
				/>
			)}
			<SectionHeader mt={3} mb={1}>
				Where it was seen
			</SectionHeader>
			{name === undefined ? (
				isReading ? (
					<LoadingRows rows={2} />
				) : (
					<Muted component="p">Nowhere yet: its name was typed.</Muted>
				)
			) : (
				<ul className={classes.list}>
					{name.seen.map((it) => (
						<li key={`${it.origin} ${it.where}`}>
							{it.origin} {it.to === null ? it.where : <Link to={it.to}>{it.where}</Link>},{' '}
							<RelativeTime iso={new Date(it.last).toISOString()} />
						</li>
					))}
				</ul>
			)}
			<p>
				<Link to={paths.learnedNames()}>Look at all names that were seen</Link>
			</p>
		</PageFrame>
	);
}
