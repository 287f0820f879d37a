import type { QueriedSource } from '#contract/rows/selection.ts';
import type { Arrangement, QueryRunner } from '../source/row-source.ts';
import type { Engine } from './engine.ts';

/** The rows a query is about. */
export interface Queried {
	readonly engine: Engine;
	readonly source: QueriedSource;
	/** Maps a column's name to the engine's. */
	readonly storedName: (name: string) => string;
	readonly arrangement: Arrangement;
}

export const same = (name: string): string => name;

/** Request members that select the rows. */
export function bodyOf({ source, arrangement, storedName }: Queried) {
	const filter = arrangement.filter.map((term) => ({ ...term, column: storedName(term.column) }));
	const sort = arrangement.sort.map((term) => ({ ...term, column: storedName(term.column) }));
	return { source, filter, sort };
}

export interface EngineQueries extends QueryRunner {
	readonly of: Queried;
}
