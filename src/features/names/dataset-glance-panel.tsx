import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type DatasetCoordinate, type DatasetSchema, formatCoordinate, getRows, getSchema } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { ColumnGlance } from '../../data-views/profile/column-glance.tsx';
import { percentLabel, profileSummary } from '../../data-views/profile/profile-labels.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { TextButton } from '../../ui/primitives/text-button.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import classes from './dataset-glance.module.css';
import { glanceQuery } from './glance.ts';
import { nameKey } from './model.ts';
import { schemaQuery, useDiscoveredNames } from './queries.ts';
import { QueryErrorPanel } from './query-error-panel.tsx';
import { statusSentence } from './status-model.ts';
import { useStatusOf } from './status-queries.ts';

/** A column's values in one line; null if the dataset has no such column. */
export async function columnSummary(
	queryClient: QueryClient,
	schema: DatasetSchema,
	column: string,
): Promise<string | null> {
	const glance = await queryClient.fetchQuery(glanceQuery(schema));
	const profile = glance.columns.find((profile) => profile.name === column);
	if (profile === undefined) return null;
	const { nulls, rows } = profile;
	const missing = nulls > 0 && nulls < rows ? `, ${percentLabel(nulls, rows)} null` : '';
	const part = glance.rows < schema.rows ? `, in ${formatCount(glance.rows)} of ${formatCount(schema.rows)} rows` : '';
	return `${profileSummary(profile)}${missing}${part}`;
}

interface DatasetGlanceProps {
	readonly dataset: DatasetCoordinate;
	/** Inserts a column's name where the user is typing. */
	readonly onColumn: (name: string) => void;
}

export function DatasetGlancePanel({ dataset, onColumn }: DatasetGlanceProps) {
	const { data: description } = useQuery(descriptionQuery);
	const isKnown = offers(description ?? null, getSchema);
	const schema = useQuery({ ...schemaQuery(dataset), staleTime: 30_000, enabled: isKnown });
	if (description === undefined) return <LoadingRows rows={3} />;
	if (!isKnown) return <Discovered dataset={dataset} onColumn={onColumn} />;
	if (schema.isPending) return <LoadingRows rows={3} />;
	if (schema.isError) return <QueryErrorPanel title="Couldn’t load the columns" query={schema} />;
	if (schema.data === null) return <Missing dataset={dataset} />;
	return <Known schema={schema.data} canLook={offers(description, getRows)} onColumn={onColumn} />;
}

/** A missing dataset: not built yet if a BuildSpec makes it, otherwise deleted or not visible. */
function Missing({ dataset }: { readonly dataset: DatasetCoordinate }) {
	const status = useStatusOf(dataset);
	if (status === null) return <Note>This dataset doesn’t exist yet or isn’t shared with you.</Note>;
	return (
		<Note>
			{statusSentence(status)} {status.buildSpecId !== null && <Link to={paths.build(status.buildSpecId)}>Build…</Link>}
		</Note>
	);
}

const Note = ({ children }: { children: ReactNode }) => (
	<Muted component="p" breaks>
		{children}
	</Muted>
);

interface KnownProps extends Pick<DatasetGlanceProps, 'onColumn'> {
	readonly schema: DatasetSchema;
	readonly canLook: boolean;
}

function Known({ schema, canLook, onColumn }: KnownProps) {
	// Profiling waits until the page is idle.
	const [isIdle, setIdle] = useState(false);
	useEffect(() => whenIdle(() => setIdle(true)), []);
	const glance = useQuery({ ...glanceQuery(schema), enabled: isIdle && canLook && schema.rows > 0 });
	const { rows, updatedAt, columns } = schema;
	return (
		<>
			<Note>
				{countOf(rows, 'row')}, changed <RelativeTime iso={updatedAt} />
				{glance.data !== undefined && glance.data.rows < rows
					? `. Values below are estimates (≈) from ${formatCount(glance.data.rows)} rows across the dataset.`
					: ''}
			</Note>
			<ColumnList dataset={schema} columns={columns} onColumn={onColumn}>
				{(at) => {
					const profile = glance.data?.columns[at];
					if (profile === undefined) return <Muted>{glance.isFetching ? '…' : ''}</Muted>;
					return <ColumnGlance profile={profile} />;
				}}
			</ColumnList>
			{glance.isError && <Note>Couldn’t load sample values. {errorFacts(glance.error).message}</Note>}
		</>
	);
}

/** Discovered columns, for services that don't describe datasets. */
function Discovered({ dataset, onColumn }: DatasetGlanceProps) {
	const { names, isReading } = useDiscoveredNames();
	const known = names.get(nameKey(dataset));
	const [latest] = known?.seen ?? [];
	if (known === undefined && isReading) return <LoadingRows rows={4} />;
	if (known === undefined || known.columns.length === 0) {
		return <Note>This service doesn’t list columns, and none have been discovered for this dataset yet.</Note>;
	}
	return (
		<>
			<Note>
				This service doesn’t list columns. The columns below were discovered in this browser
				{latest === undefined ? '' : `, last in ${originText(latest.origin)} ${latest.where}`}.
			</Note>
			<ColumnList dataset={dataset} columns={known.columns} onColumn={onColumn} />
		</>
	);
}

const originText = (origin: string): string => {
	if (origin === 'share') return 'the';
	return origin === 'output' || origin === 'ingestion' ? `the ${origin} of` : `the ${origin}`;
};

interface ColumnListProps extends DatasetGlanceProps {
	readonly columns: readonly { readonly name: string; readonly type: string | null; readonly description?: string }[];
	/** Rendered next to the column at an index. */
	readonly children?: (index: number) => ReactNode;
}

const ColumnList = ({ dataset, columns, onColumn, children }: ColumnListProps) => (
	<Stack component="ul" className={classes.columns} aria-label={`Columns of ${formatCoordinate(dataset)}`}>
		{columns.map(({ name, type, description }, index) => (
			<li key={name} className={classes.column} title={description || undefined}>
				<Inline component="span" gap={[0, 2]} align="baseline">
					<TextButton
						tone="text"
						mono
						clip
						rigid
						className={classes.name}
						title={`Insert ${name} into code`}
						onClick={() => onColumn(name)}
					>
						{name}
					</TextButton>
					<Muted size="small" clip>
						{type}
					</Muted>
				</Inline>
				{children?.(index)}
			</li>
		))}
	</Stack>
);
