import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BuildSpec } from '#contract/build-spec.ts';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { type ListedLink, listLinks } from '#contract/link.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { PopoverButton } from '../../../ui/menu/popover-button.tsx';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { useColumnReaders } from '../../build-specs/column-queries.ts';
import { linksQuery } from '../../links/queries.ts';
import { useOffers } from '../../session/queries.ts';
import classes from './dataset-columns.module.css';

/** What would be affected if a column were removed. */
export interface ColumnUse {
	readonly specs: readonly BuildSpec[];
	readonly links: readonly ListedLink[];
	/** BuildSpecs that read the dataset, and of which it isn't known whether they use the column. */
	readonly unsure: readonly BuildSpec[];
	/** Whether more may be found. */
	readonly isPending: boolean;
}

/** BuildSpecs and links that use each column of a dataset. */
export function useColumnUses(dataset: DatasetCoordinate): (column: string) => ColumnUse {
	const readers = useColumnReaders(dataset);
	const { owner, namespace, datasetName } = dataset;
	const links = useQuery({ ...linksQuery({ owner, namespace, datasetName }), enabled: useOffers(listLinks) });
	const isEnd = (end: ListedLink['from'], column: string) =>
		foldName([end.username, end.namespace, end.dataset].join('/')) ===
			foldName([owner, namespace, datasetName].join('/')) && end.columnName.toLowerCase() === column;
	return (name) => {
		const column = name.toLowerCase();
		const specs = readers.byColumn.get(column) ?? [];
		return {
			specs,
			unsure: readers.unsure.filter((spec) => !specs.includes(spec)),
			isPending: readers.isPending || (links.isPending && links.isFetching),
			links: (links.data?.items ?? []).filter(({ from, to }) => isEnd(from, column) || isEnd(to, column)),
		};
	};
}

/** "3 BuildSpecs, 2 links", with which ones. */
export function ColumnUses({ name, use }: { readonly name: string; readonly use: ColumnUse }) {
	const { specs, links, unsure, isPending } = use;
	if (isPending) return <Muted>Counting…</Muted>;
	if (specs.length + links.length + unsure.length === 0) return null;
	const words = [
		...(specs.length > 0 ? [countOf(specs.length, 'BuildSpec')] : []),
		...(links.length > 0 ? [countOf(links.length, 'link')] : []),
		...(unsure.length > 0 ? [`${unsure.length} unknown`] : []),
	].join(', ');
	return (
		<PopoverButton
			className={classes.uses}
			panelLabel={`Uses of ${name}`}
			position="bottom-end"
			width={320}
			face={words}
		>
			{specs.length + links.length > 0 && (
				<>
					<Text component="p">
						Removing <code>{name}</code> affects
					</Text>
					<Bullets mt={2}>
						{specs.map((spec) => (
							<SpecItem key={spec.id} spec={spec} />
						))}
						{links.map(({ id, from, to }) => (
							<li key={id}>
								Link{' '}
								<Link to={paths.links({ link: id })}>
									{from.dataset}.{from.columnName} → {to.dataset}.{to.columnName}
								</Link>
							</li>
						))}
					</Bullets>
				</>
			)}
			{unsure.length > 0 && (
				<>
					<Text component="p" mt={2}>
						May use it (columns unknown):
					</Text>
					<Bullets mt={2}>
						{unsure.map((spec) => (
							<SpecItem key={spec.id} spec={spec} />
						))}
					</Bullets>
				</>
			)}
			<Muted component="p" mt={2}>
				You can’t see other people’s BuildSpecs.
			</Muted>
		</PopoverButton>
	);
}

const SpecItem = ({ spec: { id, destination } }: { readonly spec: BuildSpec }) => (
	<li>
		BuildSpec <Link to={paths.buildSpec(id)}>{formatCoordinate(destination)}</Link>
	</li>
);
