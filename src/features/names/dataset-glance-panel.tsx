import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type DatasetCoordinate, type DatasetSchema, formatCoordinate, getRows, getSchema } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { ColumnGlance } from '../../data-views/profile/column-glance.tsx';
import { glanceWords, shareWords } from '../../data-views/profile/profile-labels.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { formatCount } from '../../lib/format.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import classes from './dataset-glance.module.css';
import { glanceQuery } from './glance.ts';
import { nameKey } from './model.ts';
import { schemaQuery, useDiscoveredNames } from './queries.ts';
import { QueryErrorPanel } from './query-error-panel.tsx';

/** What the panel shows of a column's values, in one line; null where the dataset has no such column. */
export async function columnWords(
	queryClient: QueryClient,
	schema: DatasetSchema,
	column: string,
): Promise<string | null> {
	const glance = await queryClient.fetchQuery(glanceQuery(schema));
	const profile = glance.columns.find((profile) => profile.name === column);
	if (profile === undefined) return null;
	const { nulls, rows } = profile;
	const missing = nulls > 0 && nulls < rows ? `, ${shareWords(nulls, rows)} null` : '';
	const part = glance.rows < schema.rows ? `, of ${formatCount(glance.rows)} of ${formatCount(schema.rows)} rows` : '';
	return `${glanceWords(profile)}${missing}${part}`;
}

interface DatasetGlanceProps {
	readonly dataset: DatasetCoordinate;
	/** Puts a column's name where the person writes; without it names only tell. */
	readonly onColumn?: ((name: string) => void) | undefined;
}

/** What a dataset holds, beside other work: its size, its columns with their types, and a look at their values. */
export function DatasetGlancePanel({ dataset, onColumn }: DatasetGlanceProps) {
	const { data: description } = useQuery(descriptionQuery);
	const isKnown = offers(description ?? null, getSchema);
	const schema = useQuery({ ...schemaQuery(dataset), staleTime: 30_000, enabled: isKnown });
	if (description === undefined) return <LoadingRows rows={3} />;
	if (!isKnown) return <Discovered dataset={dataset} onColumn={onColumn} />;
	if (schema.isPending) return <LoadingRows rows={3} />;
	if (schema.isError) {
		return <QueryErrorPanel title="Its columns could not be read" query={schema} />;
	}
	if (schema.data === null) {
		return (
			<Muted component="p" breaks>
				There is no such dataset, or it is not shared with you.
			</Muted>
		);
	}
	return <Known schema={schema.data} canLook={offers(description, getRows)} onColumn={onColumn} />;
}

interface KnownProps extends Pick<DatasetGlanceProps, 'onColumn'> {
	readonly schema: DatasetSchema;
	readonly canLook: boolean;
}

function Known({ schema, canLook, onColumn }: KnownProps) {
	// values are looked at once everything that is worked with is there
	const [isIdle, setIdle] = useState(false);
	useEffect(() => whenIdle(() => setIdle(true)), []);
	const glance = useQuery({ ...glanceQuery(schema), enabled: isIdle && canLook && schema.rows > 0 });
	const { rows, updatedAt, columns } = schema;
	return (
		<>
			<Muted component="p" breaks>
				{rows === 1 ? '1 row' : `${formatCount(rows)} rows`}, changed <RelativeTime iso={updatedAt} />
				{glance.data !== undefined && glance.data.rows < rows
					? `. Values are of ${formatCount(glance.data.rows)} rows from everywhere in it`
					: ''}
			</Muted>
			<ColumnList dataset={schema} columns={columns} onColumn={onColumn}>
				{(at) => {
					const profile = glance.data?.columns[at];
					if (profile === undefined) return <Muted>{glance.isFetching ? '…' : ''}</Muted>;
					return <ColumnGlance profile={profile} />;
				}}
			</ColumnList>
			{glance.isError && (
				<Muted component="p" breaks>
					Its values could not be looked at: {errorFacts(glance.error).message}
				</Muted>
			)}
		</>
	);
}

/** Where the service tells nothing of datasets: what came by, and where. */
function Discovered({ dataset, onColumn }: DatasetGlanceProps) {
	const { names, isReading } = useDiscoveredNames();
	const known = names.get(nameKey(dataset));
	const [latest] = known?.seen ?? [];
	if (known === undefined && isReading) return <LoadingRows rows={4} />;
	if (known === undefined || known.columns.length === 0) {
		return (
			<Muted component="p" breaks>
				This service doesn't list columns, and none are known for this dataset yet.
			</Muted>
		);
	}
	return (
		<>
			<Muted component="p" breaks>
				This service doesn't list columns. These were seen in this browser
				{latest === undefined ? '' : `, last in ${originText(latest.origin)} ${latest.where}`}.
			</Muted>
			<ColumnList dataset={dataset} columns={known.columns} onColumn={onColumn} />
		</>
	);
}

const originText = (origin: string): string => (origin === 'BuildSpec' ? 'the BuildSpec' : `the ${origin} of`);

interface ColumnListProps extends DatasetGlanceProps {
	readonly columns: readonly { readonly name: string; readonly type: string | null; readonly description?: string }[];
	/** What is shown beside the column at an index. */
	readonly children?: (index: number) => ReactNode;
}

const ColumnList = ({ dataset, columns, onColumn, children }: ColumnListProps) => (
	<ul className={classes.columns} aria-label={`Columns of ${formatCoordinate(dataset)}`}>
		{columns.map(({ name, type, description }, index) => (
			<li key={name} className={classes.column} title={description || undefined}>
				<Inline component="span" gap={[0, 2]} align="baseline">
					{onColumn === undefined ? (
						<span className={classes.name}>{name}</span>
					) : (
						<button
							type="button"
							className={classes.name}
							title={`Write ${name} into the code`}
							onClick={() => onColumn(name)}
						>
							{name}
						</button>
					)}
					<Muted size="small" clip>
						{type}
					</Muted>
				</Inline>
				{children?.(index)}
			</li>
		))}
	</ul>
);
