import { foldSql, sqlName } from '#lib/sql/quoting.ts';
import type { ScopeColumn } from '../../../lib/sql/columns.ts';
import { type Cursor, cursorAt, type ReadSql } from '../../../lib/sql/cursor.ts';
import { aliasesOf, ctesAt, itemsAt, type QueryPosition, type ScopeItem } from '../../../lib/sql/scope.ts';
import { datasetsAt, nextNames, writtenPath } from './datasets.ts';
import { callText, type SqlFunction } from './functions.ts';
import { wordsOf } from './keywords.ts';
import type { SqlDataset, SqlKnowledge } from './knowledge.ts';
import { type KnownScope, readScope } from './read-scope.ts';

/** A suggestion at the cursor. */
export interface Offer {
	readonly kind: 'column' | 'alias' | 'dataset' | 'namespace' | 'function' | 'keyword' | 'type';
	readonly label: string;
	/** Shown next to it: a type, a signature. */
	readonly detail: string;
	/** Inserted text; for a function its name, with parentheses added. */
	readonly text: string;
	/** 1 comes first. */
	readonly rank: number;
	/** The function, or the column's origin, for details. */
	readonly fn?: SqlFunction;
	readonly column?: { readonly dataset: SqlDataset; readonly name: string };
}

export interface Offers {
	readonly cursor: Cursor;
	readonly offers: readonly Offer[];
	/** Whether more may be found as the user types. */
	readonly isPart: boolean;
}

/** Suggestions at an offset. */
export async function offersAt(
	sql: ReadSql,
	offset: number,
	knowledge: SqlKnowledge,
	functions: readonly SqlFunction[],
): Promise<Offers> {
	const cursor = cursorAt(sql, offset);
	const cased = caseOf(sql);
	const known = wordsOf(knowledge.dialect);
	const keywords = (words: readonly string[], rank = 6) => words.map((word) => keyword(cased(word), rank));
	switch (cursor.wanted) {
		case 'nothing':
			return { cursor, offers: [], isPart: false };
		case 'query':
			return { cursor, offers: keywords(known.query), isPart: false };
		case 'type':
			return {
				cursor,
				offers: known.types.map((name) => ({ ...keyword(cased(name), 1), kind: 'type' })),
				isPart: false,
			};
		case 'word':
			return { cursor, offers: keywords(followingBegun(known.following, cursor.typed)), isPart: true };
		case 'dataset': {
			knowledge.wantDatasets();
			const tables =
				cursor.qualifier.length > 0
					? []
					: functions.filter((fn) => fn.kind === 'table' || fn.kind === 'generator').map(functionOffer);
			const words = cursor.qualifier.length > 0 ? [] : keywords(known.from);
			return { cursor, offers: [...datasetOffers(cursor, offset, knowledge), ...tables, ...words], isPart: true };
		}
		case 'value': {
			const scope = await readScope(sql, knowledge);
			const items = cursor.position === null ? [] : itemsAt(cursor.position, scope.columnsOf);
			if (cursor.qualifier.length > 0)
				return { cursor, offers: memberOffers(cursor.qualifier, items, scope), isPart: false };
			const calls = functions.filter((fn) => fn.kind !== 'table').map(functionOffer);
			const offers = [
				...valueOffers(items, cursor.position, scope),
				...calls,
				...keywords(known.value),
				...keywords(
					known.following.filter((word) => !known.value.includes(word)),
					7,
				),
			];
			return { cursor, offers, isPart: false };
		}
	}
}

const keyword = (text: string, rank: number): Offer => ({ kind: 'keyword', label: text, detail: '', text, rank });

/** Matches the case of keywords in the text. */
function caseOf({ tokens }: ReadSql): (word: string) => string {
	const first = tokens.find((token) => ['select', 'with', 'from'].includes(token.key));
	return first !== undefined && first.text === first.text.toUpperCase()
		? (value) => value.toUpperCase()
		: (value) => value;
}

/**
 * Where an alias may be typed, only keywords starting with the typed text, from two letters on, so that no alias
 * becomes a keyword.
 */
const followingBegun = (following: readonly string[], typed: string): readonly string[] =>
	typed.length === 1 ? [] : following.filter((word) => word.startsWith(typed.toLowerCase()));

const functionOffer = (fn: SqlFunction): Offer => ({
	kind: 'function',
	label: fn.name,
	detail: fn.calls[0] === undefined ? '' : callText('', fn.calls[0]).text,
	text: fn.name,
	rank: 5,
	fn,
});

function columnOffer(column: ScopeColumn, from: string, scope: KnownScope, text: string, rank: number): Offer {
	const dataset = column.origin === null ? null : scope.datasetOf(column.origin.path);
	return {
		kind: 'column',
		label: column.name,
		detail: [column.type, from].filter(Boolean).join(' · '),
		text,
		rank,
		...(dataset === null || column.origin === null ? {} : { column: { dataset, name: column.origin.name } }),
	};
}

function valueOffers(items: readonly ScopeItem[], position: QueryPosition | null, scope: KnownScope): Offer[] {
	if ((position?.select?.from.length ?? 0) === 0 && items.length === 0) {
		return scope.sources.flatMap(({ dataset, columns }) =>
			columns.map((column) => ({
				...columnOffer({ ...column, origin: null }, dataset.datasetName, scope, sqlName(column.name), 1),
				column: { dataset, name: column.name },
			})),
		);
	}
	const bearers = new Map<string, number>();
	for (const { columns } of items) {
		for (const { name } of columns ?? []) bearers.set(foldSql(name), (bearers.get(foldSql(name)) ?? 0) + 1);
	}
	const columns = items.flatMap(({ name, columns: own, level }) =>
		(own ?? []).map((column) => {
			const isShared = (bearers.get(foldSql(column.name)) ?? 0) > 1 && name !== null;
			const text = isShared ? `${sqlName(name)}.${sqlName(column.name)}` : sqlName(column.name);
			return columnOffer(column, name ?? '', scope, text, 1 + level);
		}),
	);
	const names = items.flatMap(({ name, item }): Offer[] =>
		name === null
			? []
			: [{ kind: 'alias', label: name, detail: item.path?.join('.') ?? 'subquery', text: sqlName(name), rank: 3 }],
	);
	const given = aliasesOf(position?.select ?? null).map(
		(value): Offer => ({ kind: 'alias', label: value, detail: 'alias in this SELECT', text: sqlName(value), rank: 2 }),
	);
	return [...columns, ...given.filter((offer) => !bearers.has(foldSql(offer.label))), ...names];
}

function memberOffers(qualifier: readonly string[], items: readonly ScopeItem[], scope: KnownScope): Offer[] {
	const key = qualifier.map(foldSql).join('\n');
	const item = items.find(({ name, item: { path } }) =>
		qualifier.length === 1
			? foldSql(name ?? '') === key
			: path?.slice(-qualifier.length).map(foldSql).join('\n') === key,
	);
	return (item?.columns ?? []).map((column) => columnOffer(column, item?.name ?? '', scope, sqlName(column.name), 1));
}

function datasetOffers(cursor: Cursor, offset: number, { datasets }: SqlKnowledge): Offer[] {
	const path = cursor.qualifier;
	const inside = (dataset: SqlDataset) =>
		datasetsAt([...path, dataset.datasetName], [{ ...dataset, isSource: true }]).length > 0;
	const offers = datasets
		.filter((dataset) => path.length === 0 || inside(dataset))
		.map((dataset): Offer => {
			const text = path.length === 0 ? writtenPath(dataset, datasets) : sqlName(dataset.datasetName);
			const kind = dataset.isSource
				? `source, owned by ${dataset.owner}`
				: `owned by ${dataset.owner}, not a source yet`;
			const detail = dataset.state === undefined ? kind : `${kind}, ${dataset.state}`;
			return {
				kind: 'dataset',
				label: path.length === 0 ? text : dataset.datasetName,
				detail,
				text,
				rank: dataset.isSource ? 1 : 3,
			};
		});
	const next = nextNames(path, datasets).map(
		(name): Offer => ({
			kind: 'namespace',
			label: name,
			detail: path.length === 0 ? 'owner' : 'namespace',
			text: sqlName(name),
			rank: 4,
		}),
	);
	const ctes =
		cursor.position === null || path.length > 0
			? []
			: ctesAt(cursor.position, offset).map(
					({ name }): Offer => ({
						kind: 'alias',
						label: name,
						detail: 'defined in WITH',
						text: sqlName(name),
						rank: 1,
					}),
				);
	return [...ctes, ...offers, ...(path.length === 1 || path.length === 0 ? next : [])];
}
