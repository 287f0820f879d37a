import { randomUUID } from 'node:crypto';
import { and, eq, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { WrittenDataset } from '#contract/build-run.ts';
import { type Column, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, links } from '../../store/catalog/schema/datasets.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { type Caller, mayReadSource } from '../access/access.ts';
import { noteFormerRows } from '../parts/former-objects.ts';
import type { StoredRows } from '../parts/parts.ts';
import type { Note } from '../runs/run-log.ts';

/** Rows that were stored and are to become a dataset's. */
export interface NewRows extends StoredRows {
	readonly coordinate: DatasetCoordinate;
	readonly namespaceId: string;
	readonly columns: readonly Column[];
	/** The run that made them. */
	readonly builtBy: string;
}

type DatasetRow = typeof datasets.$inferSelect;

/**
 * Makes a dataset, or replaces the rows of the one that has the name. What people wrote stays (docs/decisions/0009): its
 * id, descriptions, links and the order of the columns that it still has; new columns follow.
 */
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
	const made = await tx
		.insert(datasets)
		.values({
			...values,
			id: randomUUID(),
			namespaceId,
			name: coordinate.datasetName,
			folded,
			columnOrder: columns.map((it) => it.name),
			description: '',
			version: 1,
		})
		.onConflictDoNothing()
		.returning({ id: datasets.id });
	if (made.length > 0) {
		const message = `Made ${formatCoordinate(coordinate)}, ${countOf(rows)}.`;
		return { written: { coordinate, version: 1, rows, bytes }, notes: [{ level: 'info', message }] };
	}
	const [before] = await tx
		.select()
		.from(datasets)
		.where(and(eq(datasets.namespaceId, namespaceId), eq(datasets.folded, folded)))
		.for('update');
	// It was deleted in between.
	if (before === undefined) return replaceDataset(tx, caller, content, now);
	const version = before.version + 1;
	const columnOrder = orderOf(before.columnOrder, columns);
	await tx
		.update(datasets)
		.set({ ...values, columnOrder, version })
		.where(eq(datasets.id, before.id));
	await noteFormerRows(tx, { namespaceId, dataset: before.name }, before.sha256, now);
	const written = { coordinate: { ...coordinate, datasetName: before.name }, version, rows, bytes };
	const notes = [replaced(before, written, columns), ...(await lostLinks(tx, caller, before, columns))];
	return { written, notes };
}

/** The columns that stay as they were ordered, then the new ones as they come. */
function orderOf(before: readonly string[], columns: readonly Column[]): string[] {
	const names = columns.map((it) => it.name);
	const kept = before.filter((name) => names.includes(name));
	return [...kept, ...names.filter((name) => !kept.includes(name))];
}

const countOf = (rows: number): string => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

function replaced(before: DatasetRow, { coordinate, version, rows }: WrittenDataset, columns: readonly Column[]): Note {
	const was = new Map(before.columns.map((it) => [it.name, it.type]));
	const is = new Map(columns.map((it) => [it.name, it.type]));
	const changes = [
		listed(
			'new columns',
			columns.filter((it) => !was.has(it.name)).map((it) => it.name),
		),
		listed(
			'columns that are gone',
			before.columns.filter((it) => !is.has(it.name)).map((it) => it.name),
		),
		listed(
			'other types',
			columns.flatMap(({ name, type }) => {
				const old = was.get(name);
				return old === undefined || old === type ? [] : [`${name} (${old}, now ${type})`];
			}),
		),
	];
	const message = `Replaced ${formatCoordinate(coordinate)}: version ${version}, ${countOf(rows)} (${countOf(before.rows)} before)${changes.join('')}.`;
	return { level: 'info', message };
}

const listed = (what: string, names: readonly string[]): string =>
	names.length === 0 ? '' : `; ${what}: ${names.join(', ')}`;

/** Links whose column is gone. They stay, so that they hold again when the column is back. */
async function lostLinks(tx: Db, caller: Caller, before: DatasetRow, columns: readonly Column[]): Promise<Note[]> {
	const names = new Set(columns.map((it) => it.name));
	const gone = before.columns.filter((it) => !names.has(it.name)).map((it) => it.name);
	if (gone.length === 0) return [];
	const [from, to] = [alias(datasets, 'from_dataset'), alias(datasets, 'to_dataset')];
	const found = await tx
		.select({ link: links, from, to })
		.from(links)
		.innerJoin(from, eq(from.id, links.fromDatasetId))
		.innerJoin(to, eq(to.id, links.toDatasetId))
		.where(or(eq(links.fromDatasetId, before.id), eq(links.toDatasetId, before.id)));
	const notes: Note[] = [];
	for (const it of found) {
		const ends = [
			{ column: it.link.fromColumn, dataset: it.from, other: it.to, otherColumn: it.link.toColumn },
			{ column: it.link.toColumn, dataset: it.to, other: it.from, otherColumn: it.link.fromColumn },
		];
		for (const { column, dataset, other, otherColumn } of ends) {
			if (dataset.id !== before.id || !gone.includes(column)) continue;
			const partner = await nameOf(tx, caller, other, otherColumn);
			notes.push({
				level: 'warning',
				message: `The link between "${column}" and ${partner} has lost the column "${column}". It stays, and holds again when a build brings the column back; delete it if it is not needed.`,
			});
		}
	}
	return notes;
}

async function nameOf(tx: Db, caller: Caller, { namespaceId, name }: DatasetRow, column: string): Promise<string> {
	if (!(await mayReadSource(tx, caller, { namespaceId, dataset: name }))) return 'a dataset that you may not read';
	const [place] = await tx
		.select({ namespace: namespaces.name, owner: users.username })
		.from(namespaces)
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.where(eq(namespaces.id, namespaceId));
	return `"${column}" of ${place?.owner}/${place?.namespace}/${name}`;
}
