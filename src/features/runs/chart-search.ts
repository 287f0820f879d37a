import * as z from 'zod/mini';
import { aggregates, timeSteps } from '../../rows/index.ts';
import { type ChartSpec, marks } from '../../ui/chart/chart-spec.ts';

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

const names = ['chart', 'x', 'y', 'value', 'per', 'colour', 'most'] as const;

/** The picture that an address names; null where it names none. */
export function readChart(params: URLSearchParams): ChartSpec | null {
	const read = Search.safeParse(Object.fromEntries(names.map((name) => [name, params.get(name)])));
	if (!read.success) return null;
	const { chart: mark, x, y, value: aggregate, per: step, colour: series, most: limit } = read.data;
	return { mark, x, y, aggregate, step, series, limit };
}

/** Writes a picture into an address, in place of the one before. */
export function writeChart(params: URLSearchParams, spec: ChartSpec): URLSearchParams {
	const { mark, x, y, aggregate, step, series, limit } = spec;
	const values = { chart: mark, x, y, value: aggregate, per: step, colour: series, most: String(limit) };
	for (const name of names) {
		const value = values[name];
		if (value === null) params.delete(name);
		else params.set(name, value);
	}
	return params;
}
