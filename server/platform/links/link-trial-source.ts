import type { LinkTrial } from '#contract/link.ts';
import { quotedPath } from '#lib/sql/quoting.ts';
import type { FoundEnd } from './link-ends.ts';

export type TrialResult = Pick<LinkTrial, 'from' | 'to' | 'hints' | 'distances'>;

export type Ask = (sql: string) => Promise<Record<string, unknown>[]>;

/** If `from` has more rows than this, they are sampled; `to` is never sampled, because missing rows would seem unmatched. */
export const maxRows = 5_000_000;

export const typeOf = ({ row, column }: FoundEnd): string =>
	row.columns.find((candidate) => candidate.name === column)?.type ?? 'VARCHAR';

export const tableOf = ({ namespace, row }: Pick<FoundEnd, 'namespace' | 'row'>): string =>
	quotedPath([namespace.owner, namespace.name, row.name]);

/** Counts for one side, from the engine's answer `row`. */
export const countsOf = ({ row: dataset }: FoundEnd, row: Readonly<Record<string, unknown>> | undefined) => ({
	rows: dataset.rows,
	withValue: Number(row?.with_value ?? 0),
	distinct: Number(row?.different ?? 0),
	unique: Number(row?.most ?? 0) <= 1,
	matchedRows: Number(row?.matched_rows ?? 0),
	matchedDistinct: Number(row?.matched_distinct ?? 0),
});

/** Always the same rows, so that repeated trials of a link agree. */
export const sampleOf = ({ row }: Pick<FoundEnd, 'row'>, most: number): string =>
	row.rows > most ? ` USING SAMPLE reservoir(${most} ROWS) REPEATABLE (42)` : '';
