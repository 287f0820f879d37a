import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { startScratchRun } from '#contract/build-run.ts';
import { type DatasetSchema, formatCoordinate, getRows } from '#contract/dataset.ts';
import { viewRows } from '#contract/rows/queries.ts';
import { useOfferRows } from '../../../data-views/page-rows.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { type CellValue, memorySource, type RowSource } from '../../../rows/index.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { FilteredRows } from '../../runs/filtered-rows-panel.tsx';
import { ColumnProfiles, ProfilePanel } from '../../runs/profile-panel.tsx';
import { inEngine, queriedRows } from '../../runs/row-queries.ts';
import { RowsPanel } from '../../runs/rows-panel.tsx';
import { useOffers } from '../../session/queries.ts';
import classes from '../catalog.module.css';
import { serviceRows } from './service-rows.ts';
import { selectAllText, useWorksheet } from './use-worksheet.ts';

interface DatasetRowsProps {
	readonly schema: DatasetSchema;
	readonly view: 'rows' | 'profile';
	/** Whether this is an old version. */
	readonly isEarlier: boolean;
}

export function DatasetRows({ schema, view, isEarlier }: DatasetRowsProps) {
	const isOffered = useOffers(getRows);
	const { source, profiled } = useRows(schema, isEarlier);
	useOfferRows(formatCoordinate(schema), isOffered ? source : null);
	if (!isOffered) {
		return (
			<EmptyState title="This service doesn’t show rows">
				To see rows, preview a BuildSpec that reads this dataset.
			</EmptyState>
		);
	}
	if (view === 'profile' && profiled !== null)
		return (
			<Stack className={classes.wide}>
				<ProfilePanel item={{ name: nameOf(schema, isEarlier) }} source={profiled} />
			</Stack>
		);
	return view === 'profile' ? (
		<Stack className={classes.wide}>
			<FilteredRows source={source} all="Profile all rows">
				{(rows) => <DatasetProfile schema={schema} name={nameOf(schema, isEarlier)} source={rows} />}
			</FilteredRows>
		</Stack>
	) : (
		<Stack className={classes.wide}>
			<RowsPanel source={source} name={nameOf(schema, isEarlier)} dataset={formatCoordinate(schema)} />
		</Stack>
	);
}

/** Name for exports: "airport_delays v3" for an old version. */
const nameOf = ({ datasetName, version }: DatasetSchema, isEarlier: boolean): string =>
	isEarlier ? `${datasetName} v${version}` : datasetName;

/** Sources that only change with the dataset's rows or columns. `profiled` is null if the service doesn't query rows. */
function useRows(schema: DatasetSchema, isEarlier: boolean) {
	const { owner, namespace, datasetName, rows, version } = schema;
	const isQueried = useOffers(viewRows);
	const shape = JSON.stringify([rows, version, schema.columns.map(({ name, type }) => ({ name, type }))]);
	return useMemo(() => {
		const [count, of, columns] = JSON.parse(shape) as [number, number, { name: string; type: string }[]];
		const dataset = { owner, namespace, datasetName };
		const source = serviceRows(dataset, { rows: count, version: of, columns, isEarlier });
		if (!isQueried) return { source, profiled: null };
		const from = { kind: 'dataset', ...dataset, version: of } as const;
		return { source: inEngine(source, from), profiled: queriedRows(source, from) };
	}, [owner, namespace, datasetName, shape, isQueried, isEarlier]);
}

/** Maximum cells loaded for a profile. */
const maxCells = 1_500_000;
const atOnce = 4_096;

/** A profile of each column, on as many rows as load quickly. Bars link to their rows in the grid. */
function DatasetProfile({ schema, name, source }: { schema: DatasetSchema; name: string; source: RowSource }) {
	const [params] = useAddressParams();
	const [read, setRead] = useState(0);
	const wanted = Math.min(source.rowCount, Math.floor(maxCells / Math.max(1, source.columns.length)));
	const rows = useQuery({
		queryKey: [
			'schema',
			'profiled',
			formatCoordinate(schema),
			schema.version,
			JSON.stringify(source.columns),
			params.get('filter'),
		],
		queryFn: ({ signal }) => readRows(source, wanted, signal, setRead),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		retry: false,
	});
	const isCut = wanted < source.rowCount;
	if (rows.isPending) {
		return (
			<div style={{ paddingInline: 'var(--pane-inset)' }}>
				<Muted component="p" spaced role="status">
					Loading rows: {formatCount(read)} of {formatCount(wanted)}
				</Muted>
				<LoadingRows rows={6} />
			</div>
		);
	}
	if (rows.isError) {
		return <QueryErrorPanel title="Couldn’t load the rows" query={rows} />;
	}
	return (
		<Stack style={{ height: '100%' }}>
			{isCut && <OnlyTheFirst schema={schema} wanted={wanted} of={source.rowCount} />}
			<ColumnProfiles
				name={name}
				source={rows.data}
				total={isCut ? rows.data.rowCount : Math.max(schema.rows, rows.data.rowCount)}
			/>
		</Stack>
	);
}

async function readRows(
	source: RowSource,
	wanted: number,
	signal: AbortSignal,
	onRead: (rows: number) => void,
): Promise<RowSource> {
	const rows: CellValue[][] = [];
	for (let start = 0; start < wanted; start += atOnce) {
		const window = {
			rowStart: start,
			rowEnd: Math.min(wanted, start + atOnce),
			columnStart: 0,
			columnEnd: source.columns.length,
		};
		for (const row of await source.rows(window, signal)) rows.push(row);
		onRead(rows.length);
	}
	return memorySource(source.columns, rows);
}

function OnlyTheFirst({ schema, wanted, of }: { schema: DatasetSchema; wanted: number; of: number }) {
	const canQuery = useOffers(startScratchRun);
	const query = useWorksheet(selectAllText(schema));
	return (
		<Box pb={3}>
			<Notice
				tone="info"
				title={`Profile of the first ${formatCount(wanted)} of ${formatCount(of)} rows`}
				action={canQuery && <SecondaryButton onClick={query}>Open as worksheet</SecondaryButton>}
			>
				Profiling more rows here would take too long.
				{canQuery && ' To profile all rows, open the dataset as a worksheet.'}
			</Notice>
		</Box>
	);
}
