import { Link } from 'react-router';
import type { ColumnLineage, ColumnOrigin, SourceColumn } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../routing/paths.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';

const kinds = {
	copied: '',
	computed: 'Computed from',
	unknown: 'May come from',
} as const satisfies Record<ColumnOrigin['kind'], string>;

/** Origin of a column's values: "flights.delay", "Computed from flights.delay". */
export function OriginPanel({ origin: { kind, from } }: { readonly origin: ColumnOrigin }) {
	if (from.length === 0) return <Muted>{kind === 'unknown' ? 'Unknown' : 'No source column'}</Muted>;
	return (
		<Inline component="span" gap={[0, 2]} align="baseline">
			{kinds[kind] !== '' && <Muted>{kinds[kind]}</Muted>}
			{from.map((source) => (
				<SourceColumnLink key={`${formatCoordinate(source.dataset)} ${source.column}`} source={source} />
			))}
		</Inline>
	);
}

const SourceColumnLink = ({ source: { dataset, column } }: { readonly source: SourceColumn }) => (
	<Link to={paths.dataset(dataset, 'columns')} title={`${formatCoordinate(dataset)}, column ${column}`}>
		<code>
			{dataset.datasetName}.{column}
		</code>
	</Link>
);

interface ColumnLineagePanelProps {
	readonly lineage: ColumnLineage;
	readonly label?: string;
}

export const ColumnLineagePanel = ({ lineage, label = 'Column lineage' }: ColumnLineagePanelProps) => (
	<Stack component="ul" aria-label={label}>
		{lineage.columns.map((origin) => (
			<Stack key={origin.column} component="li" gap={0} py={1} ruled="below">
				<strong>
					<code>{origin.column}</code>
				</strong>
				<OriginPanel origin={origin} />
			</Stack>
		))}
		{lineage.alsoRead.length > 0 && (
			<Stack component="li" gap={0} py={1}>
				<Muted>Used only in filters, joins or sorting</Muted>
				<Inline component="span" gap={[0, 2]} align="baseline">
					{lineage.alsoRead.map((source) => (
						<SourceColumnLink key={`${formatCoordinate(source.dataset)} ${source.column}`} source={source} />
					))}
				</Inline>
			</Stack>
		)}
	</Stack>
);
