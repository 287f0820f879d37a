import { useMemo } from 'react';
import * as z from 'zod/mini';
import { type ChartSpec, marks } from '../../../data-views/chart/chart-spec.ts';
import { ChartView } from '../../../data-views/chart/chart-view.tsx';
import { filterWords } from '../../../data-views/grid/controls/filter-labels.ts';
import { useArranged } from '../../../data-views/grid/controls/use-arranged.ts';
import { formatCount } from '../../../lib/format.ts';
import { setOrDelete, useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../../routing/grid-search.ts';
import { type Arrangement, aggregates, applicableArrangement, timeSteps } from '../../../rows/index.ts';
import { CompactButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import type { OutputBodyProps } from './output-views.ts';

/** An output's rows as a picture: those that the grid shows. What is drawn is in the address, beside their filter. */
export function OutputChart({ item, source }: OutputBodyProps) {
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const search = params.toString();
	const spec = useMemo(() => readChart(new URLSearchParams(search)), [search]);
	// a picture has an order of its own, so the grid's sort is nothing to it
	const requested = useMemo<Arrangement>(
		() => ({ ...applicableArrangement(readGridSearch(new URLSearchParams(search)), source.columns), sort: [] }),
		[search, source],
	);
	const { rows, applied, error, retry } = useArranged(source, requested);
	const isThere = JSON.stringify(applied) === JSON.stringify(requested);
	const words = requested.filter.map((term) =>
		filterWords(
			term,
			source.columns.find((column) => column.name === term.column),
		),
	);
	const showAll = () => edit((params) => writeGridSearch(params, { ...readGridSearch(params), filter: [] }));
	const count = `${formatCount(rows.rowCount)} of ${formatCount(source.rowCount)} rows`;
	return (
		<Stack style={{ height: '100%', minHeight: 0 }}>
			{words.length > 0 && (
				<Inline component="p" gap={[1, 3]} tone="muted" breaks pt={2} style={{ paddingInline: 'var(--pane-inset, 0)' }}>
					<span>
						Only rows where {words.join(' and ')}
						{isThere ? `: ${count}` : ''}
					</span>
					<CompactButton onClick={showAll}>Draw all rows</CompactButton>
				</Inline>
			)}
			{isThere && (
				<Box fill>
					<ChartView
						source={rows}
						name={item.name}
						only={words.length === 0 ? null : `Only where ${words.join(' and ')}: ${count}.`}
						spec={spec}
						onSpec={(next) => edit((params) => writeChart(params, next))}
					/>
				</Box>
			)}
			{!isThere && error === null && <LoadingRows rows={6} />}
			{!isThere && error !== null && (
				<Notice
					tone="warning"
					title="The rows could not be filtered"
					action={<SecondaryButton onClick={retry}>Try again</SecondaryButton>}
				>
					{error instanceof Error ? error.message : String(error)}
				</Notice>
			)}
		</Stack>
	);
}

const columnName = z.string().check(z.maxLength(1_000));

/** A picture in an address: `?chart=line&x=departure&per=month`. */
const Search = z.object({
	chart: z.enum(marks),
	x: columnName,
	y: z.catch(z.nullable(columnName), null),
	value: z.catch(z.enum(aggregates), 'count'),
	per: z.catch(z.nullable(z.enum(timeSteps)), null),
	colour: z.catch(z.nullable(columnName), null),
	most: z.catch(z.coerce.number(), 0),
});

function readChart(params: URLSearchParams): ChartSpec | null {
	const read = Search.safeParse(Object.fromEntries(params));
	if (!read.success) return null;
	const { chart: mark, x, y, value: aggregate, per: step, colour: series, most: limit } = read.data;
	return { mark, x, y, aggregate, step, series, limit };
}

function writeChart(params: URLSearchParams, spec: ChartSpec): void {
	const { mark, x, y, aggregate, step, series, limit } = spec;
	const values = { chart: mark, x, y, value: aggregate, per: step, colour: series, most: String(limit) };
	for (const [name, value] of Object.entries(values)) setOrDelete(params, name, value);
}
