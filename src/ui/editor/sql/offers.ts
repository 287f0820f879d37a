import { foldSql, sqlName } from '#lib/sql/quoting.ts';
import type { ScopeColumn } from '../../../lib/sql/columns.ts';
import { type Cursor, cursorAt, type ReadSql } from '../../../lib/sql/cursor.ts';
import { aliasesOf, ctesAt, itemsAt, type QueryPlace, type ScopeItem } from '../../../lib/sql/scope.ts';
import { datasetsAt, nextNames, writtenPath } from './datasets.ts';
import { callText, type SqlFunction } from './functions.ts';
import type { SqlDataset, SqlKnowledge } from './knowledge.ts';
import { type KnownScope, readScope } from './read-scope.ts';
import { followingWords, fromWords, queryWords, typeNames, valueWords } from './words.ts';

/** Something that can be written at the cursor. */
export interface Offer {
	readonly kind: 'column' | 'alias' | 'dataset' | 'namespace' | 'function' | 'keyword' | 'type';
	readonly label: string;
	/** What stands beside it: a type, a signature. */
	readonly detail: string;
	/** What is written; of a function its name, its parentheses follow. */
	readonly text: string;
	/** 1 comes first. */
	readonly rank: number;
	/** The function, or where a column comes from, to tell more of it. */
	readonly fn?: SqlFunction;
	readonly column?: { readonly dataset: SqlDataset; readonly name: string };
}

export interface Offers {
	readonly cursor: Cursor;
	readonly offers: readonly Offer[];
	/** More may be known when another letter is typed. */
	readonly isPart: boolean;
}

/** What can be written at an offset, as far as it is known. */
export async function offersAt(
	sql: ReadSql,
	offset: number,
	knowledge: SqlKnowledge,
	functions: readonly SqlFunction[],
): Promise<Offers> {
	const cursor = cursorAt(sql, offset);
	const cased = caseOf(sql);
	const keywords = (words: readonly string[], rank = 6) => words.map((it) => keyword(cased(it), rank));
	switch (cursor.wanted) {
		case 'nothing':
			return { cursor, offers: [], isPart: false };
		case 'query':
			return { cursor, offers: keywords(queryWords), isPart: false };
		case 'type':
			return { cursor, offers: typeNames.map((it) => ({ ...keyword(cased(it), 1), kind: 'type' })), isPart: false };
		case 'word':
			return { cursor, offers: keywords(followingBegun(cursor.typed)), isPart: true };
		case 'dataset': {
			knowledge.wantDatasets();
			const tables =
				cursor.qualifier.length > 0 ? [] : functions.filter((it) => it.kind === 'table').map(functionOffer);
			const words = cursor.qualifier.length > 0 ? [] : keywords(fromWords);
			return { cursor, offers: [...datasetOffers(cursor, offset, knowledge), ...tables, ...words], isPart: true };
		}
		case 'value': {
			const scope = await readScope(sql, knowledge);
			const items = cursor.place === null ? [] : itemsAt(cursor.place, scope.columnsOf);
			if (cursor.qualifier.length > 0)
				return { cursor, offers: memberOffers(cursor.qualifier, items, scope), isPart: false };
			const calls = functions.filter((it) => it.kind !== 'table').map(functionOffer);
			const offers = [
				...valueOffers(items, cursor.place, scope),
				...calls,
				...keywords(valueWords),
				...keywords(onlyFollowing, 7),
			];
			return { cursor, offers, isPart: false };
		}
	}
}

const onlyFollowing = followingWords.filter((it) => !valueWords.includes(it));

const keyword = (text: string, rank: number): Offer => ({ kind: 'keyword', label: text, detail: '', text, rank });

/** Keywords as the text writes its own. */
function caseOf({ tokens }: ReadSql): (word: string) => string {
	const first = tokens.find((it) => ['select', 'with', 'from'].includes(it.key));
	return first !== undefined && first.text === first.text.toUpperCase() ? (it) => it.toUpperCase() : (it) => it;
}

/**
 * Where an alias may be written, only words that begin as what is typed, and not for a single letter: nobody's alias is
 * made into a keyword.
 */
const followingBegun = (typed: string): readonly string[] =>
	typed.length === 1 ? [] : followingWords.filter((it) => it.startsWith(typed.toLowerCase()));

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

/** Columns of what the FROM reads and its names. Where nothing is read yet, the columns of the sources. */
function valueOffers(items: readonly ScopeItem[], place: QueryPlace | null, scope: KnownScope): Offer[] {
	if ((place?.select?.from.length ?? 0) === 0 && items.length === 0) {
		return scope.sources.flatMap(({ dataset, columns }) =>
			columns.map((it) => ({
				...columnOffer({ ...it, origin: null }, dataset.datasetName, scope, sqlName(it.name), 1),
				column: { dataset, name: it.name },
			})),
		);
	}
	const bearers = new Map<string, number>();
	for (const { columns } of items) {
		for (const it of columns ?? []) bearers.set(foldSql(it.name), (bearers.get(foldSql(it.name)) ?? 0) + 1);
	}
	const columns = items.flatMap(({ name, columns: own, level }) =>
		(own ?? []).map((it) => {
			const isShared = (bearers.get(foldSql(it.name)) ?? 0) > 1 && name !== null;
			const text = isShared ? `${sqlName(name)}.${sqlName(it.name)}` : sqlName(it.name);
			return columnOffer(it, name ?? '', scope, text, 1 + level);
		}),
	);
	const names = items.flatMap(({ name, item }): Offer[] =>
		name === null
			? []
			: [{ kind: 'alias', label: name, detail: item.path?.join('.') ?? 'subquery', text: sqlName(name), rank: 3 }],
	);
	const given = aliasesOf(place?.select ?? null).map(
		(it): Offer => ({ kind: 'alias', label: it, detail: 'named in this SELECT', text: sqlName(it), rank: 2 }),
	);
	return [...columns, ...given.filter((it) => !bearers.has(foldSql(it.label))), ...names];
}

/** What may stand behind `f.` or `aviation.flights.`. */
function memberOffers(qualifier: readonly string[], items: readonly ScopeItem[], scope: KnownScope): Offer[] {
	const key = qualifier.map(foldSql).join('\n');
	const item = items.find(({ name, item: { path } }) =>
		qualifier.length === 1
			? foldSql(name ?? '') === key
			: path?.slice(-qualifier.length).map(foldSql).join('\n') === key,
	);
	return (item?.columns ?? []).map((it) => columnOffer(it, item?.name ?? '', scope, sqlName(it.name), 1));
}

/** CTEs, datasets, and the owners and namespaces that a path to one goes through. */
function datasetOffers(cursor: Cursor, offset: number, { datasets }: SqlKnowledge): Offer[] {
	const path = cursor.qualifier;
	const inside = (it: SqlDataset) => datasetsAt([...path, it.datasetName], [{ ...it, isSource: true }]).length > 0;
	const offers = datasets
		.filter((it) => path.length === 0 || inside(it))
		.map((it): Offer => {
			const text = path.length === 0 ? writtenPath(it, datasets) : sqlName(it.datasetName);
			const detail = it.isSource ? `source of ${it.owner}` : `of ${it.owner}, no source yet`;
			return {
				kind: 'dataset',
				label: path.length === 0 ? text : it.datasetName,
				detail,
				text,
				rank: it.isSource ? 1 : 3,
			};
		});
	const next = nextNames(path, datasets).map(
		(it): Offer => ({
			kind: 'namespace',
			label: it,
			detail: path.length === 0 ? 'owner' : 'namespace',
			text: sqlName(it),
			rank: 4,
		}),
	);
	const ctes =
		cursor.place === null || path.length > 0
			? []
			: ctesAt(cursor.place, offset).map(
					({ name }): Offer => ({ kind: 'alias', label: name, detail: 'named by WITH', text: sqlName(name), rank: 1 }),
				);
	return [...ctes, ...offers, ...(path.length === 1 || path.length === 0 ? next : [])];
}
