import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { foldName } from '#contract/ids.ts';
import { LinkEnd } from '#contract/link.ts';
import { literal, quoted } from '../../engine/sql-text.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { type Caller, findReadable, type ReadableDataset, tokenAllows, unreadable } from '../access.ts';
import { JsonText } from '../json-text.ts';
import { visibleNamespaces } from '../namespace-access.ts';
import type { Platform } from '../platform.ts';
import { queryRows } from '../query-rows.ts';
import { invalid } from '../service-error.ts';
import { type Change, shown } from './change.ts';

type Values = Record<string, unknown>;

const NamedColumns = z.object({ columns: z.record(z.string(), LinkEnd) });
/** A field is compared with so many columns at most. */
const maxColumns = 20;

interface Partner {
	readonly field: string;
	readonly column: string;
	readonly dataset: ReadableDataset;
}

/**
 * Which records' values are found in datasets that the caller may read: in columns that are called as the field is, in the
 * caller's own namespaces, or in those that the request names. For each record what matched.
 */
export async function matchRecords(
	platform: Platform,
	caller: Caller,
	records: readonly Values[],
	link: Readonly<Record<string, unknown>>,
	signal: AbortSignal,
): Promise<Change[][]> {
	const changes: Change[][] = records.map(() => []);
	if (!('ExactMatch' in link)) return changes;
	const partners = await partnersOf(platform, caller, records, link.ExactMatch);
	for (const partner of partners) {
		const found = await lookUp(platform, caller, partner, records, signal);
		const { owner, namespace, datasetName } = partner.dataset.coordinate;
		for (const [index, record] of records.entries()) {
			const text = textOf(record[partner.field]);
			if (text === null || !found.has(text)) continue;
			const words = `${shown(text)} is in "${partner.column}" of ${owner}/${namespace}/${datasetName}`;
			changes[index]?.push({ field: partner.field, kind: 'link', words });
		}
	}
	return changes;
}

async function partnersOf(
	platform: Platform,
	caller: Caller,
	records: readonly Values[],
	given: unknown,
): Promise<Partner[]> {
	const named = NamedColumns.safeParse(given);
	if (named.success) return namedPartners(platform, caller, named.data.columns);
	const fields = [...new Set(records.flatMap((it) => Object.keys(it)))].filter((it) => !it.startsWith('__'));
	const { db } = platform.catalog;
	const own = (await visibleNamespaces(db, caller)).filter((it) => it.role === 'owner');
	const partners: Partner[] = [];
	for (const namespace of own) {
		const rows = await db.select().from(datasets).where(eq(datasets.namespaceId, namespace.id));
		for (const row of rows) {
			const coordinate = { owner: namespace.owner, namespace: namespace.name, datasetName: row.name };
			if (!tokenAllows(caller, 'read', coordinate)) continue;
			const dataset = { coordinate, namespaceId: namespace.id, sha256: row.sha256 };
			for (const field of fields) {
				const column = row.columns.find((it) => foldName(it.name) === foldName(field));
				if (column !== undefined) partners.push({ field, column: column.name, dataset });
			}
		}
	}
	return partners.slice(0, maxColumns);
}

async function namedPartners(
	platform: Platform,
	caller: Caller,
	columns: Readonly<Record<string, LinkEnd>>,
): Promise<Partner[]> {
	const { db } = platform.catalog;
	const partners: Partner[] = [];
	for (const [field, end] of Object.entries(columns).slice(0, maxColumns)) {
		const code = `link.ExactMatch.columns.${field}`;
		const coordinate = { owner: end.username, namespace: end.namespace, datasetName: end.dataset };
		const dataset = await findReadable(db, caller, coordinate);
		if (dataset === null) throw invalid([{ code, message: unreadable(coordinate) }]);
		const [row] = await db
			.select()
			.from(datasets)
			.where(eq(datasets.namespaceId, dataset.namespaceId))
			.then((all) => all.filter((it) => it.name === dataset.coordinate.datasetName));
		if (!row?.columns.some((it) => it.name === end.columnName)) {
			throw invalid([{ code, message: `${end.dataset} has no column "${end.columnName}".` }]);
		}
		partners.push({ field, column: end.columnName, dataset });
	}
	return partners;
}

function textOf(value: unknown): string | null {
	if (value instanceof JsonText) return value.text;
	return value === null || value === undefined || typeof value === 'object' || value === '' ? null : String(value);
}

/** Those of the records' values that a column has, as texts. */
async function lookUp(
	platform: Platform,
	caller: Caller,
	partner: Partner,
	records: readonly Values[],
	signal: AbortSignal,
): Promise<Set<string>> {
	const values = [...new Set(records.flatMap((it) => textOf(it[partner.field]) ?? []))].filter(
		(it) => it.length <= 1_000,
	);
	if (values.length === 0) return new Set();
	const { owner, namespace, datasetName } = partner.dataset.coordinate;
	const column = `CAST(${quoted(partner.column)} AS VARCHAR)`;
	const sql = `SELECT DISTINCT ${column} AS v FROM ${[owner, namespace, datasetName].map(quoted).join('.')} WHERE ${column} IN (${values.map(literal).join(', ')})`;
	const { rows } = await queryRows(platform, caller, { sources: [partner.dataset], sql, signal, most: values.length });
	return new Set(rows.map((it) => String(JSON.parse(it).v)));
}
