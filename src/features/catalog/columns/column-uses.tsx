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
		return {
			specs: readers.get(column) ?? [],
			links: (links.data?.items ?? []).filter(({ from, to }) => isEnd(from, column) || isEnd(to, column)),
		};
	};
}

/** "3 BuildSpecs, 2 links", with which ones. */
export function ColumnUses({ name, use: { specs, links } }: { readonly name: string; readonly use: ColumnUse }) {
	if (specs.length + links.length === 0) return null;
	const words = [
		...(specs.length > 0 ? [countOf(specs.length, 'BuildSpec')] : []),
		...(links.length > 0 ? [countOf(links.length, 'link')] : []),
	].join(', ');
	return (
		<PopoverButton
			className={classes.uses}
			panelLabel={`Uses of ${name}`}
			position="bottom-end"
			width={320}
			face={words}
		>
			<Text component="p">
				Removing <code>{name}</code> affects
			</Text>
			<Bullets mt={2}>
				{specs.map(({ id, destination }) => (
					<li key={id}>
						BuildSpec <Link to={paths.buildSpec(id)}>{formatCoordinate(destination)}</Link>
					</li>
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
			<Muted component="p">BuildSpecs of other people aren’t visible to you.</Muted>
		</PopoverButton>
	);
}
