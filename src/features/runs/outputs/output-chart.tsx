import { use, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { type ChartSpec, marks } from '../../../data-views/chart/chart-spec.ts';
import { ChartView } from '../../../data-views/chart/chart-view.tsx';
import { setOrDelete, useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { aggregates, timeSteps } from '../../../rows/index.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import { FilteredRows } from '../filtered-rows-panel.tsx';
import { ChartStorageKey, type OutputBodyProps } from './output-views.ts';

/** Chart of the grid's filtered rows. The URL has its settings, next to the filter. */
export function OutputChart({ item, source }: OutputBodyProps) {
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const search = params.toString();
	const key = use(ChartStorageKey);
	// The URL takes precedence, since it may be a shared link.
	const [kept] = useState(() => (key === null ? null : readPreference(key, Search)));
	const spec = useMemo(() => readChart(new URLSearchParams(search)) ?? (kept && specOf(kept)), [search, kept]);
	const keep = (next: ChartSpec) => {
		const params = new URLSearchParams();
		writeChart(params, next);
		if (key !== null) writePreference(key, Object.fromEntries(params));
		edit((params) => writeChart(params, next));
	};
	return (
		<FilteredRows source={source} all="Draw all rows">
			{(rows, only) => <ChartView source={rows} name={item.name} only={only} spec={spec} onSpec={keep} />}
		</FilteredRows>
	);
}

const columnName = z.string().check(z.maxLength(1_000));

/** A chart in the URL: `?chart=line&x=departure&per=month`. */
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
	return read.success ? specOf(read.data) : null;
}

function specOf(search: z.infer<typeof Search>): ChartSpec {
	const { chart: mark, x, y, value: aggregate, per: step, colour: series, most: limit } = search;
	return { mark, x, y, aggregate, step, series, limit };
}

function writeChart(params: URLSearchParams, spec: ChartSpec): void {
	const { mark, x, y, aggregate, step, series, limit } = spec;
	const values = { chart: mark, x, y, value: aggregate, per: step, colour: series, most: String(limit) };
	for (const [name, value] of Object.entries(values)) setOrDelete(params, name, value);
}
