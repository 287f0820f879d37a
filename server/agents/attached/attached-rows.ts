import type { CallerContext } from '#contract/agents/artifacts.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { type LoadedRows, withRequestRows } from '../../platform/rows/request-rows.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { askTogether } from '../query/ask-together.ts';
import { profileDataset, profiledColumns } from '../query/profile.ts';
import type { ContextDataset, SchemaContext } from '../query/types.ts';
import { attachedNamespace, readTables } from './read-tables.ts';

export interface Attached {
	/** Null if none of the rows can be queried. */
	readonly context: SchemaContext | null;
	/** By dataset name: total number of rows, if only some were sent. */
	readonly totals: ReadonlyMap<string, number>;
	/** Sentences about rows that can't be queried. */
	readonly unusable: readonly string[];
}

export const isAttached = ({ namespace }: Pick<DatasetCoordinate, 'namespace'>): boolean =>
	namespace === attachedNamespace;

/** Makes the rows of a caller's context queryable while `work` runs. @throws QueryError */
export async function withAttached<T>(
	platform: Platform,
	caller: Caller,
	owner: string,
	items: CallerContext['items'],
	signal: AbortSignal,
	work: (attached: Attached) => Promise<T>,
): Promise<T> {
	const { tables, unusable } = readTables(items, owner);
	const totals = new Map(
		tables.flatMap(({ coordinate, total }) => (total === null ? [] : [[coordinate.datasetName, total]])),
	);
	if (tables.length === 0) return work({ context: null, totals, unusable });
	return withRequestRows(platform, caller, tables, signal, async (loaded) => {
		const datasets: ContextDataset[] = [];
		for (const rows of loaded) datasets.push(await describe(platform, caller, rows, signal));
		const context = { namespace: { owner, name: attachedNamespace }, datasets, links: [] };
		return work({ context, totals, unusable });
	});
}

async function describe(
	platform: Platform,
	caller: Caller,
	loaded: LoadedRows,
	signal: AbortSignal,
): Promise<ContextDataset> {
	const { source, rows } = loaded;
	const { columns, keys } = await profileDataset(askTogether(platform, caller), loaded, signal);
	const described = loaded.columns.map((column) => ({ ...column, description: '' }));
	const description = 'Rows sent with the question.';
	return {
		coordinate: source.coordinate,
		description,
		rows,
		columns: profiledColumns(described, columns),
		keys,
		source,
	};
}
