import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startScratchRun } from '#contract/build-run.ts';
import { type DatasetSchema, formatCoordinate } from '#contract/dataset.ts';
import { DataProfile } from '../../../data-views/profile/data-profile.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../../routing/grid-search.ts';
import { type CellValue, memorySource, type RowSource } from '../../../rows/index.ts';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOffers } from '../../session/queries.ts';
import classes from '../catalog.module.css';
import { selectAllText, useScratchQuery } from './use-scratch-query.ts';

/** Most cells that are brought here to be profiled. */
const mostCells = 1_500_000;
const atOnce = 4_096;

/**
 * What the values of each column are like, of the rows that can be brought here in a moment. A bar leads to its rows in the
 * grid, by the address.
 */
export function DatasetProfile({ schema, source }: { schema: DatasetSchema; source: RowSource }) {
	const [, setParams] = useAddressParams();
	const [read, setRead] = useState(0);
	const wanted = Math.min(source.rowCount, Math.floor(mostCells / Math.max(1, source.columns.length)));
	const rows = useQuery({
		queryKey: ['schema', 'profiled', formatCoordinate(schema), schema.version, JSON.stringify(source.columns)],
		queryFn: ({ signal }) => readRows(source, wanted, signal, setRead),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		retry: false,
	});
	if (rows.isPending) {
		return (
			<>
				<Muted component="p" spaced role="status">
					Reading {formatCount(wanted)} rows: {formatCount(read)} are here
				</Muted>
				<LoadingRows rows={6} />
			</>
		);
	}
	if (rows.isError) {
		return <QueryErrorPanel title="The rows could not be read" query={rows} />;
	}
	return (
		<>
			{wanted < source.rowCount && <OnlyTheFirst schema={schema} wanted={wanted} />}
			<Stack className={classes.wide}>
				<DataProfile
					source={rows.data}
					label={`Profile of ${schema.datasetName}`}
					onFilter={(filter) =>
						setParams((before) => {
							before.delete('view');
							writeGridSearch(before, { ...readGridSearch(before), filter });
							return before;
						})
					}
				/>
			</Stack>
		</>
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

function OnlyTheFirst({ schema, wanted }: { schema: DatasetSchema; wanted: number }) {
	const canQuery = useOffers(startScratchRun);
	const query = useScratchQuery(selectAllText(schema));
	return (
		<Box pb={3}>
			<Notice
				tone="info"
				title={`Of the first ${formatCount(wanted)} of ${formatCount(schema.rows)} rows`}
				action={
					canQuery && (
						<Button variant="default" onClick={query}>
							Open as a scratch query
						</Button>
					)
				}
			>
				More would take long to bring here. The preview of a scratch query is a file, and is profiled as a whole.
			</Notice>
		</Box>
	);
}
