import { and, eq, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { WrittenDataset } from '#contract/build-run.ts';
import { type Column, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, links } from '../../store/catalog/schema/datasets.ts';
import { findSource } from '../access/dataset-access.ts';
import type { Caller } from '../core/caller.ts';
import type { StoredRows } from '../parts/parts.ts';
import type { Note } from '../runs/run-log.ts';
import { insertDataset } from './datasets.ts';
import { keepVersion } from './kept-versions.ts';

/** Stored rows that are about to become a dataset's. */
export interface NewRows extends StoredRows {
	readonly coordinate: DatasetCoordinate;
	readonly namespaceId: string;
	readonly columns: readonly Column[];
	readonly builtBy: string;
}

type DatasetRow = typeof datasets.$inferSelect;

/** Creates a dataset or replaces its rows, keeping id, descriptions, links and column order (docs/decisions/0009). */
export async function replaceDataset(
	tx: Db,
	caller: Caller,
	content: NewRows,
	now: Date,
): Promise<{ written: WrittenDataset; notes: Note[] }> {
	const { coordinate, rows, bytes } = content;
	const columns = content.columns.map(({ name, type }) => ({ name, type }));
	const { namespaceId, sha256, builtBy } = content;
	const values = { columns, rows, bytes, sha256, builtBy, updatedAt: now };
	const folded = foldName(coordinate.datasetName);
	const made = { cause: 'build', by: caller.userId, at: now } as const;
	const inserted = await insertDataset(tx, { ...values, namespaceId, name: coordinate.datasetName });
	if (inserted !== null) {
		await keepVersion(tx, inserted, made);
		const message = `Made ${formatCoordinate(coordinate)}, ${countOf(rows)}.`;
		return { written: { coordinate, version: 1, rows, bytes }, notes: [{ level: 'info', message }] };
	}
	const isTarget = and(eq(datasets.namespaceId, namespaceId), eq(datasets.folded, folded));
	const [before] = await tx.select().from(datasets).where(isTarget).for('update');
	// It was deleted in the meantime.
	if (before === undefined) return replaceDataset(tx, caller, content, now);
	const version = before.version + 1;
	const columnOrder = orderOf(before.columnOrder, columns);
	await tx
		.update(datasets)
		.set({ ...values, columnOrder, version })
		.where(eq(datasets.id, before.id));
	await keepVersion(tx, { ...before, ...values, columnOrder, version }, made);
	const written = { coordinate: { ...coordinate, datasetName: before.name }, version, rows, bytes };
	const notes = [replaced(before, written, columns), ...(await lostLinks(tx, caller, before, columns))];
	return { written, notes };
}

/** Remaining columns in their current order, then new ones in the order of the new rows. */
function orderOf(before: readonly string[], columns: readonly Column[]): string[] {
	const names = columns.map((column) => column.name);
	const kept = before.filter((name) => names.includes(name));
	return [...kept, ...names.filter((name) => !kept.includes(name))];
}

const countOf = (rows: number): string => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

function replaced(before: DatasetRow, { coordinate, version, rows }: WrittenDataset, columns: readonly Column[]): Note {
	const was = new Map(before.columns.map((column) => [column.name, column.type]));
	const is = new Map(columns.map((column) => [column.name, column.type]));
	const changes = [
		listed('New columns', namesOf(columns, was)),
		listed('Removed columns', namesOf(before.columns, is)),
		listed(
			'Changed types',
			columns.flatMap(({ name, type }) => {
				const old = was.get(name);
				return old === undefined || old === type ? [] : [`${name} (${old}, now ${type})`];
			}),
		),
	];
	const message = `Replaced ${formatCoordinate(coordinate)}: version ${version}, ${countOf(rows)} (${countOf(before.rows)} before).${changes.join('')}`;
	return { level: 'info', message };
}

const namesOf = (columns: readonly Column[], others: ReadonlyMap<string, unknown>): string[] =>
	columns.flatMap(({ name }) => (others.has(name) ? [] : [name]));

const listed = (what: string, names: readonly string[]): string =>
	names.length === 0 ? '' : ` ${what}: ${names.join(', ')}.`;

/** Links whose column is gone. They are kept, and apply again if the column comes back. */
async function lostLinks(tx: Db, caller: Caller, before: DatasetRow, columns: readonly Column[]): Promise<Note[]> {
	const names = new Set(columns.map((column) => column.name));
	const gone = before.columns.filter((column) => !names.has(column.name)).map((column) => column.name);
	if (gone.length === 0) return [];
	const [from, to] = [alias(datasets, 'from_dataset'), alias(datasets, 'to_dataset')];
	const found = await tx
		.select({ link: links, from, to })
		.from(links)
		.innerJoin(from, eq(from.id, links.fromDatasetId))
		.innerJoin(to, eq(to.id, links.toDatasetId))
		.where(or(eq(links.fromDatasetId, before.id), eq(links.toDatasetId, before.id)));
	const notes: Note[] = [];
	for (const { link, from, to } of found) {
		const ends = [
			{ column: link.fromColumn, dataset: from, other: to, otherColumn: link.toColumn },
			{ column: link.toColumn, dataset: to, other: from, otherColumn: link.fromColumn },
		];
		for (const { column, dataset, other, otherColumn } of ends) {
			if (dataset.id !== before.id || !gone.includes(column)) continue;
			const partner = await nameOf(tx, caller, other, otherColumn);
			notes.push({
				level: 'warning',
				message: `The link between "${column}" and ${partner} stopped working because the column "${column}" was removed. Restore the column in a build, or delete the link.`,
			});
		}
	}
	return notes;
}

async function nameOf(tx: Db, caller: Caller, { namespaceId, name }: DatasetRow, column: string): Promise<string> {
	const found = await findSource(tx, caller, { namespaceId, dataset: name });
	return found === null ? 'a dataset that you don’t have access to' : `"${column}" in ${formatCoordinate(found)}`;
}
