import type { LinkTrial } from '#contract/link.ts';
import { quotedPath } from '#lib/sql/quoting.ts';
import type { FoundEnd } from './link-ends.ts';

export type Tried = Pick<LinkTrial, 'from' | 'to' | 'hints' | 'distances'>;

/** Asks the engine; each row comes as an object. */
export type Ask = (sql: string) => Promise<Record<string, unknown>[]>;

/** More rows of `from` than this are sampled; `to` is always taken whole, as what is missing there would seem unmatched. */
export const mostRows = 5_000_000;

export const typeOf = ({ row, column }: FoundEnd): string =>
	row.columns.find((candidate) => candidate.name === column)?.type ?? 'VARCHAR';

export const tableOf = ({ namespace, row }: Pick<FoundEnd, 'namespace' | 'row'>): string =>
	quotedPath([namespace.owner, namespace.name, row.name]);

/** What is counted of an end, where `row` is what the engine answered. */
export const countsOf = ({ row: dataset }: FoundEnd, row: Readonly<Record<string, unknown>> | undefined) => ({
	rows: dataset.rows,
	withValue: Number(row?.with_value ?? 0),
	distinct: Number(row?.different ?? 0),
	unique: Number(row?.most ?? 0) <= 1,
	matchedRows: Number(row?.matched_rows ?? 0),
	matchedDistinct: Number(row?.matched_distinct ?? 0),
});

/** The same rows each time, so that two trials of one link say the same. */
export const sampleOf = ({ row }: Pick<FoundEnd, 'row'>, most: number): string =>
	row.rows > most ? ` USING SAMPLE reservoir(${most} ROWS) REPEATABLE (42)` : '';
