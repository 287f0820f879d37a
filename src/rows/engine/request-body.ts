import type { QueriedSource } from '#contract/rows/selection.ts';
import type { Arrangement, QueryRunner } from '../source/row-source.ts';
import type { Engine } from './engine.ts';

/** Which rows an engine is asked about. */
export interface Queried {
	readonly engine: Engine;
	readonly source: QueriedSource;
	/** What the engine calls a column. */
	readonly storedName: (name: string) => string;
	readonly arrangement: Arrangement;
}

export const same = (name: string): string => name;

/** The members of a request that say which rows it is about. */
export function bodyOf({ source, arrangement, storedName }: Queried) {
	const filter = arrangement.filter.map((term) => ({ ...term, column: storedName(term.column) }));
	const sort = arrangement.sort.map((term) => ({ ...term, column: storedName(term.column) }));
	return { source, filter, sort };
}

/** Questions to an engine, with what they are about. */
export interface EngineQueries extends QueryRunner {
	readonly of: Queried;
}
