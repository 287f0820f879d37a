import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BuildSpec, SourceColumn } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { type ListedLink, listLinks } from '#contract/link.ts';
import { countOf } from '../../../lib/format.ts';
import { othersMayUse } from '../../../lib/messages.ts';
import { paths } from '../../../routing/paths.ts';
import { PopoverButton } from '../../../ui/menu/popover-button.tsx';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { useColumnReaders } from '../../build-specs/column-queries.ts';
import { linksQuery } from '../../links/queries.ts';
import { useStatuses } from '../../names/status-queries.ts';
import { useOffers } from '../../session/queries.ts';
import classes from './dataset-columns.module.css';

/** What would be affected if a column were removed. */
export interface ColumnUse {
	readonly direct: readonly BuildSpec[];
	/** BuildSpecs that read what is derived from it. */
	readonly further: readonly BuildSpec[];
	/** Links of the column and of columns derived from it. */
	readonly links: readonly ListedLink[];
	/** BuildSpecs that may use it. */
	readonly unsure: readonly BuildSpec[];
	/** Whether more may be found. */
	readonly isPending: boolean;
}

/** Maximum datasets whose links are looked up. */
const maxDatasets = 50;
/** Maximum indirect BuildSpecs listed. */
const maxFurther = 20;

/** BuildSpecs, links and derived columns that use each column of a dataset. */
export function useColumnUses(dataset: DatasetCoordinate): (column: string) => ColumnUse {
	const readers = useColumnReaders(dataset);
	const { owner, namespace, datasetName } = dataset;
	const hasLinks = useOffers(listLinks);
	const made = [...readers.byColumn.values()].flatMap((users) => users.made.map((column) => column.dataset));
	const statuses = useStatuses();
	const exists = (coordinate: DatasetCoordinate) => statuses?.byKey.get(coordinateKey(coordinate))?.version != null;
	const linked = new Map(
		[{ owner, namespace, datasetName }, ...made.filter(exists)].map((one) => [coordinateKey(one), one]),
	);
	const links = useQueries({
		queries: (hasLinks ? [...linked.values()].slice(0, maxDatasets) : []).map(linksQuery),
		combine: (results) => ({
			items: [...new Map(results.flatMap(({ data }) => data?.items ?? []).map((link) => [link.id, link])).values()],
			isPending: results.some(({ isPending, isFetching }) => isPending && isFetching),
		}),
	});
	return (name) => {
		const users = readers.byColumn.get(name.toLowerCase());
		const { direct = [], further = [], unsure = [] } = users ?? {};
		const columns = new Set([{ dataset, column: name }, ...(users?.made ?? [])].map(columnKey));
		const isAffected = (end: ListedLink['from']) => columns.has(endKey(end));
		return {
			...{ direct, further },
			unsure: [...new Set([...readers.unsure, ...unsure])].filter(
				(spec) => !direct.includes(spec) && !further.includes(spec),
			),
			isPending: readers.isPending || links.isPending,
			links: links.items.filter(({ from, to }) => isAffected(from) || isAffected(to)),
		};
	};
}

const columnKey = ({ dataset, column }: SourceColumn): string => `${coordinateKey(dataset)} ${column.toLowerCase()}`;

const endKey = ({ username, namespace, dataset, columnName }: ListedLink['from']): string =>
	columnKey({ dataset: { owner: username, namespace, datasetName: dataset }, column: columnName });

/** "3 BuildSpecs, 2 links", with their names. */
export function ColumnUses({ name, use }: { readonly name: string; readonly use: ColumnUse }) {
	const { direct, further, links, unsure, isPending } = use;
	if (isPending) return <Muted>Counting…</Muted>;
	const specs = direct.length + further.length;
	if (specs + links.length + unsure.length === 0) return null;
	const facts = [
		...(specs > 0 ? [countOf(specs, 'BuildSpec')] : []),
		...(links.length > 0 ? [countOf(links.length, 'link')] : []),
		...(unsure.length > 0
			? [`maybe ${specs > 0 ? `${unsure.length} more` : countOf(unsure.length, 'BuildSpec')}`]
			: []),
	].join(', ');
	return (
		<PopoverButton
			className={classes.uses}
			panelLabel={`Uses of ${name}`}
			position="bottom-end"
			width={320}
			face={facts}
		>
			{direct.length + links.length > 0 && (
				<>
					<Text component="p">
						Removing <code>{name}</code> affects:
					</Text>
					<Bullets mt={2}>
						{direct.map((spec) => (
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
			{further.length > 0 && (
				<>
					<Text component="p" mt={2}>
						Also affected through columns derived from <code>{name}</code>:
					</Text>
					<Bullets mt={2}>
						{further.slice(0, maxFurther).map((spec) => (
							<SpecItem key={spec.id} spec={spec} />
						))}
						{further.length > maxFurther && <li>{countOf(further.length - maxFurther, 'more BuildSpec')}</li>}
					</Bullets>
				</>
			)}
			{unsure.length > 0 && (
				<>
					<Text component="p" mt={2}>
						May be affected (the columns that these BuildSpecs read are unknown):
					</Text>
					<Bullets mt={2}>
						{unsure.map((spec) => (
							<SpecItem key={spec.id} spec={spec} />
						))}
					</Bullets>
				</>
			)}
			<Muted component="p" mt={2}>
				{othersMayUse('column')}
			</Muted>
		</PopoverButton>
	);
}

const SpecItem = ({ spec: { id, destination } }: { readonly spec: BuildSpec }) => (
	<li>
		BuildSpec <Link to={paths.buildSpec(id)}>{formatCoordinate(destination)}</Link>
	</li>
);
