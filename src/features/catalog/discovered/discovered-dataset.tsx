import { Link } from 'react-router';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { nameKey } from '../../names/model.ts';
import { useDiscoveredNames } from '../../names/queries.ts';
import { ColumnOrderText } from '../columns/column-order-text.tsx';
import { SpecUses } from '../related-lists.tsx';
import { GoneMark } from './discovered-names.tsx';

/** What this browser discovered about a dataset, for services that show neither rows nor columns. */
export function DiscoveredDataset({ dataset }: { dataset: DatasetCoordinate }) {
	const { names, isReading } = useDiscoveredNames();
	const name = names.get(nameKey(dataset));
	return (
		<PageFrame title={formatCoordinate(dataset)}>
			<Muted component="p">This service doesn’t show dataset rows or columns.</Muted>
			{name !== undefined && name.gone !== null && (
				<p>
					This dataset <GoneMark gone={name.gone} />.
				</p>
			)}
			<Heading>BuildSpecs</Heading>
			{/* A block, so the list doesn't stretch to the page's height. */}
			<div>
				<SpecUses {...dataset} />
			</div>
			{name !== undefined && name.columns.length > 0 && (
				<>
					<Heading>Discovered columns</Heading>
					<Stack component="ul" breaks style={{ lineHeight: 1.9 }}>
						{name.columns.map((column) => (
							<li key={column.name}>
								<code>{column.name}</code> {column.type ?? ''}
							</li>
						))}
					</Stack>
				</>
			)}
			<Heading>Column order</Heading>
			{isReading && name === undefined ? (
				<LoadingRows rows={2} />
			) : (
				<ColumnOrderText
					// Keeps typed text when more columns are discovered.
					key={formatCoordinate(dataset)}
					dataset={dataset}
					discovered={name?.columns.map((column) => column.name) ?? []}
				/>
			)}
			<Heading>Seen in</Heading>
			{name === undefined ? (
				isReading ? (
					<LoadingRows rows={2} />
				) : (
					<Muted component="p">Not seen anywhere yet. This name comes from the page’s URL.</Muted>
				)
			) : (
				<Stack component="ul" breaks style={{ lineHeight: 1.9 }}>
					{name.seen.map((item) => (
						<li key={`${item.origin} ${item.where}`}>
							{item.origin} {item.to === null ? item.where : <Link to={item.to}>{item.where}</Link>},{' '}
							<RelativeTime iso={new Date(item.last).toISOString()} />
						</li>
					))}
				</Stack>
			)}
			<p>
				<Link to={paths.learnedNames()}>Show all discovered names</Link>
			</p>
		</PageFrame>
	);
}

const Heading = (props: { children: string }) => <SectionHeader mt={3} mb={1} {...props} />;
