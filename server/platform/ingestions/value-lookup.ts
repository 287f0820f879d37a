import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { LinkEnd } from '#contract/link.ts';
import { literal, quoted, quotedPath } from '#lib/sql/quoting.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { findDataset, readableAmong, toReadable } from '../access/dataset-access.ts';
import { visibleNamespaces } from '../access/namespace-access.ts';
import type { Caller, ReadableDataset } from '../core/caller.ts';
import { invalid, ServiceError } from '../core/service-error.ts';
import type { ValueLookup } from '../ingest/value-lookup.ts';
import { queryRows } from '../rows/query-rows.ts';
import type { Platform } from '../state/platform.ts';

const NamedColumns = z.object({ columns: z.record(z.string(), LinkEnd) });
/** Fields are compared with so many columns at most. */
const maxColumns = 20;

interface Partner {
	readonly field: string;
	readonly column: string;
	readonly dataset: ReadableDataset;
}

/** Looks for values in the datasets that a caller may read. @param signal ends what is being looked for */
export function createValueLookup(platform: Platform, caller: Caller, signal: AbortSignal): ValueLookup {
	let partners: readonly Partner[] = [];
	return {
		async partners(fields, given) {
			partners = await partnersOf(platform, caller, fields, given);
			return partners.map(({ field, column, dataset }) => ({
				field,
				column,
				dataset: formatCoordinate(dataset.coordinate),
			}));
		},
		async find(partner, values) {
			const found = partners[partner];
			return found === undefined ? [] : lookUp(platform, caller, found, values, signal);
		},
	};
}

async function partnersOf(
	platform: Platform,
	caller: Caller,
	fields: readonly string[],
	given: unknown,
): Promise<Partner[]> {
	const named = NamedColumns.safeParse(given);
	if (named.success) return namedPartners(platform, caller, named.data.columns);
	const { db } = platform.catalog;
	const own = (await visibleNamespaces(db, caller)).filter((namespace) => namespace.role === 'owner');
	const byName = new Map<string, string[]>();
	for (const field of fields) byName.set(foldName(field), [...(byName.get(foldName(field)) ?? []), field]);
	const partners: Partner[] = [];
	for (const namespace of own) {
		const rows = await db.select().from(datasets).where(eq(datasets.namespaceId, namespace.id));
		for (const found of readableAmong(caller, [namespace], rows)) {
			const dataset = toReadable(found);
			for (const { name } of found.row.columns) {
				for (const field of byName.get(foldName(name)) ?? []) partners.push({ field, column: name, dataset });
			}
			if (partners.length >= maxColumns) return partners.slice(0, maxColumns);
		}
	}
	return partners;
}

async function namedPartners(
	platform: Platform,
	caller: Caller,
	columns: Readonly<Record<string, LinkEnd>>,
): Promise<Partner[]> {
	const { db } = platform.catalog;
	const wanted = Object.entries(columns);
	if (wanted.length > maxColumns) {
		const message = `link.ExactMatch.columns names ${wanted.length.toLocaleString('en')} fields; at most ${maxColumns} are compared.`;
		throw invalid([{ code: 'TOO_MANY', path: 'link.ExactMatch.columns', message }]);
	}
	const partners: Partner[] = [];
	for (const [field, end] of wanted) {
		const path = `link.ExactMatch.columns.${field}`;
		const { username, namespace, dataset: datasetName, columnName } = end;
		const found = await findDataset(db, caller, { username, namespace, datasetName }).catch((error: unknown) => {
			throw error instanceof ServiceError ? invalid([{ code: 'NOT_FOUND', path, message: error.message }]) : error;
		});
		if (!found.row.columns.some((column) => column.name === columnName)) {
			throw invalid([{ code: 'NOT_FOUND', path, message: `${datasetName} has no column "${columnName}".` }]);
		}
		partners.push({ field, column: columnName, dataset: toReadable(found) });
	}
	return partners;
}

async function lookUp(
	platform: Platform,
	caller: Caller,
	partner: Partner,
	values: readonly string[],
	signal: AbortSignal,
): Promise<string[]> {
	const { owner, namespace, datasetName } = partner.dataset.coordinate;
	const column = `CAST(${quoted(partner.column)} AS VARCHAR)`;
	const sql = `SELECT DISTINCT ${column} AS v FROM ${quotedPath([owner, namespace, datasetName])} WHERE ${column} IN (${values.map(literal).join(', ')})`;
	const { rows } = await queryRows(platform, caller, { sources: [partner.dataset], sql, signal, most: values.length });
	return rows.map((row) => String(JSON.parse(row).v));
}
