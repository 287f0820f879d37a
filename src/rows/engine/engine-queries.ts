import type { RowsProfile } from '#contract/rows/analysis.ts';
import type { ChartInput } from '../operations/aggregate/draw-source.ts';
import type { ComparedQuery } from '../operations/compare/compare-sources.ts';
import type { GroupInput, Groups } from '../operations/group/group-source.ts';
import type { ColumnProfile } from '../operations/profile/column-profile.ts';
import type { PlainValue, RowSource, Work } from '../source/row-source.ts';
import { kindOfType, queriedReader, readText } from '../values/cell-values.ts';
import { compareInEngine, type MakeSource } from './engine-comparison.ts';
import { bodyOf, type EngineQueries, type Queried } from './request-body.ts';

export function queriesOf(base: RowSource, of: Queried, make: MakeSource): EngineQueries {
	const { engine, storedName } = of;
	const { columns } = base;
	const nameOf = (index: number) => storedName(columns[index]?.name ?? '');
	const { source, filter } = bodyOf(of);

	const profile = async ({ columns: wanted }: { readonly columns: readonly number[] }, work: Work) => {
		const body = { source, filter, columns: wanted.map(nameOf) };
		const { columns: profiled } = await engine.ask('profileRows', body, work);
		return profiled.map((column, index) => profileOf(column, columns[wanted[index] ?? 0]?.name, wanted[index] ?? 0));
	};
	const chart = async ({ x, y, series, ...query }: ChartInput, work: Work) => {
		const named = (column: ChartInput['y']) =>
			column === null ? null : { column: nameOf(column.index), role: column.role };
		const body = { source, filter, ...query, x: named(x), y: named(y), series: named(series) };
		return await engine.ask('chartRows', body, work);
	};
	const group = async ({ by, measures: wanted, limit, order, search }: GroupInput, work: Work): Promise<Groups> => {
		const sought = search === '' ? [] : [{ column: nameOf(by), op: 'contains', value: search }];
		const named = wanted.map(({ measure, column }) => ({ measure, column: nameOf(column) }));
		const measures = [{ measure: 'count' }, ...named];
		const body = { source, filter: [...filter, ...sought], by: [nameOf(by)], measures, order, limit };
		const answer = await engine.ask('groupRows', body, work);
		const [key, count, ...measured] = answer.columns.map(({ name, type }) => ({
			name,
			type,
			read: queriedReader(type),
		}));
		const groups = answer.rows.map((row) => ({
			value: (key?.read(row[key.name]) ?? null) as PlainValue,
			rows: Number(row[count?.name ?? '']),
			measured: measured.map(({ name, read }) => read(row[name]) as PlainValue),
		}));
		return { groups, total: answer.total, types: measured.map(({ type }) => type) };
	};
	return {
		of,
		location: engine,
		run: async (name, input, work) => {
			switch (name) {
				case 'profile':
					return await profile(input as Parameters<typeof profile>[0], work);
				case 'chart':
					return await chart(input as ChartInput, work);
				case 'group':
					return await group(input as GroupInput, work);
				default:
					return await compareInEngine(of, input as ComparedQuery, work, make);
			}
		},
	};
}

type Profiled = RowsProfile['columns'][number];

function profileOf(column: Profiled, name: string | undefined, index: number): ColumnProfile {
	const kind = kindOfType(column.type);
	const { numbers, shape } = column;
	const value = (text: string | null) => (text === null ? null : readText(text, kind));
	return {
		...column,
		name: name ?? column.name,
		column: index,
		kind,
		missing: 0,
		empty: 0,
		least: value(column.least),
		most: value(column.most),
		numbers: numbers && {
			...numbers,
			quarter: numbers.quarter ?? Number.NaN,
			median: numbers.median ?? Number.NaN,
			threeQuarters: numbers.threeQuarters ?? Number.NaN,
		},
		shape:
			shape?.kind === 'top'
				? { ...shape, values: shape.values.map((top) => ({ ...top, value: readText(top.value, kind) })) }
				: shape,
	};
}
