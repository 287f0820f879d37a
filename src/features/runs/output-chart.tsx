import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../routing/grid-search.ts';
import { type Arrangement, applicableArrangement } from '../../rows/index.ts';
import { ChartView } from '../../ui/chart/chart-view.tsx';
import { filterWords } from '../../ui/grid/controls/filter-labels.ts';
import { useArranged } from '../../ui/grid/controls/use-arranged.ts';
import { Box, Inline, Stack } from '../../ui/primitives/layout.tsx';
import { LoadingRows, Notice } from '../../ui/states.tsx';
import { readChart, writeChart } from './chart-search.ts';
import type { OutputBodyProps } from './output-body-props.ts';
import classes from './output-chart.module.css';

/** An output's rows as a picture: those that the grid shows. What is drawn is in the address, beside their filter. */
export function OutputChart({ item, source }: OutputBodyProps) {
	const [params, setParams] = useAddressParams();
	const search = params.toString();
	const spec = useMemo(() => readChart(new URLSearchParams(search)), [search]);
	// a picture has an order of its own, so the grid's sort is nothing to it
	const asked = useMemo<Arrangement>(
		() => ({ ...applicableArrangement(readGridSearch(new URLSearchParams(search)), source.columns), sort: [] }),
		[search, source],
	);
	const { rows, applied, error, retry } = useArranged(source, asked);
	const isThere = JSON.stringify(applied) === JSON.stringify(asked);
	const words = asked.filter.map((it) =>
		filterWords(
			it,
			source.columns.find((column) => column.name === it.column),
		),
	);
	const showAll = () =>
		setParams(
			(before) => {
				writeGridSearch(before, { ...readGridSearch(before), filter: [] });
				return before;
			},
			{ replace: true, preventScrollReset: true },
		);
	const count = `${formatCount(rows.rowCount)} of ${formatCount(source.rowCount)} rows`;
	return (
		<Stack className={classes.filtered}>
			{words.length > 0 && (
				<Inline component="p" gap={[1, 3]} tone="muted" breaks className={classes.line}>
					<span>
						Only rows where {words.join(' and ')}
						{isThere ? `: ${count}` : ''}
					</span>
					<Button variant="default" size="compact-sm" onClick={showAll}>
						Draw all rows
					</Button>
				</Inline>
			)}
			{isThere && (
				<Box fill>
					<ChartView
						source={rows}
						name={item.name}
						only={words.length === 0 ? null : `Only where ${words.join(' and ')}: ${count}.`}
						spec={spec}
						onSpec={(next) =>
							setParams((before) => writeChart(before, next), { replace: true, preventScrollReset: true })
						}
					/>
				</Box>
			)}
			{!isThere && error === null && <LoadingRows rows={6} />}
			{!isThere && error !== null && (
				<Notice
					tone="warning"
					title="The rows could not be filtered"
					action={
						<Button variant="default" onClick={retry}>
							Try again
						</Button>
					}
				>
					{error instanceof Error ? error.message : String(error)}
				</Notice>
			)}
		</Stack>
	);
}
