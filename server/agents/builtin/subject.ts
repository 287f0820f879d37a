import { asksWith, type Chunk, isPhrase } from './chunks.ts';
import {
	adjacentIndex,
	ambiguous,
	columnLinks,
	columnScore,
	type Draft,
	type Grouping,
	isAny,
	isGroup,
	isNumeric,
	isText,
	phraseAt,
	rootLink,
	speaksOf,
	take,
	use,
} from './draft.ts';
import { closeness } from './english.ts';
import { bucket } from './read-groups.ts';
import type { Column, Table } from './schema.ts';
import { type ColumnPath, own, rootColumn, samePath, type TablePath } from './scope.ts';
import { isIrregularVerb, stem } from './stem.ts';
import { wordsOf } from './tokenize.ts';

/** What a question asks for: rows of the root, different values of a column, times, or things of a linked dataset. */
export type Subject =
	| { readonly kind: 'rows'; readonly at: number }
	| { readonly kind: 'groups'; readonly groupings: readonly Grouping[]; readonly at: number };

export const isVerb = (chunk: Chunk): boolean =>
	(/[^e]ed$/i.test(chunk.text) && chunk.text.length > 4) ||
	/^hit$/i.test(chunk.text) ||
	isIrregularVerb(chunk.text.toLowerCase());

/** The subject that begins at or after a chunk, and all the chunks that name it. */
export function subjectAt(draft: Draft, start: number): Subject | null {
	let found: Subject | null = null;
	for (let at = start; draft.chunks[at] !== undefined; at++) {
		const chunk = draft.chunks[at];
		if (chunk === undefined || (found !== null && chunk.afterPause)) break;
		const phrase = phraseAt(draft, at);
		if (found === null && (draft.taken.has(at) || isBeforeSubject(chunk))) continue;
		if (phrase?.kind === 'unit' && found === null) {
			return { kind: 'groups', groupings: [bucket(draft, at, phrase.unit)], at };
		}
		if (chunk.kind !== 'mention' || draft.taken.has(at) || (found !== null && isVerb(chunk))) break;
		const next = readSubject(draft, at, chunk);
		if (next === null && found !== null) {
			// "aircraft speed": the quantity is what is spoken of.
			if (isWeak(draft, found) && columnScore(chunk, isNumeric) >= 0.5) return null;
			break;
		}
		found = next ?? found;
		if (next === null && !isModifier(draft, chunk)) break;
	}
	return found;
}

/** What may stand before the subject of a question and is none itself. */
const isBeforeSubject = (chunk: Chunk): boolean =>
	['little', 'number', 'graded'].includes(chunk.kind) ||
	isPhrase(chunk, 'different', 'end', 'end in time') ||
	(chunk.kind === 'mention' && isIrregularVerb(chunk.text.toLowerCase()));

/** Known by a description alone. */
const isWeak = (draft: Draft, subject: Subject): boolean =>
	subject.kind === 'groups' &&
	subject.groupings.every((grouping) =>
		columnLinks(draft.chunks[subject.at], isAny).some((link) => samePath(link, grouping) && link.score < 0.6),
	);

const isModifier = (draft: Draft, chunk: Chunk): boolean =>
	chunk.links.some((link) => link.kind === 'table' && link.table === draft.scope.root) ||
	columnLinks(chunk, isGroup).length > 0;

function readSubject(draft: Draft, at: number, chunk: Chunk): Subject | null {
	const { root } = draft.scope;
	const rows = rootLink(draft, chunk)?.score ?? 0;
	const named = columnLinks(chunk, isGroup).filter((link) => link.score >= 0.4);
	const heads = named.filter((link) => isHead(link.column, chunk));
	// "airline" may stand for "Airline Operator", unless it is the word for a row: "event" for "event type".
	const groups =
		heads.length > 0 || isRowNoun(root, chunk)
			? heads
			: named.filter((link) => link.score >= 0.6 && isBeforeOf(link.column, chunk));
	const [best] = groups;
	const numeric = columnScore(chunk, isNumeric);
	if (rows > 0 && rows >= (best?.score ?? 0) - 0.1 && rows >= numeric) return { kind: 'rows', at };
	const entity = chunk.links.find((link) => link.kind === 'table' && link.head && link.table !== root);
	if (entity?.kind === 'table' && entity.score > (best?.score ?? 0) + 0.05)
		return entitySubject(draft, at, chunk, entity.table);
	if (best === undefined || best.score < numeric)
		return numeric < 0.45 && isRowNoun(root, chunk) ? { kind: 'rows', at } : null;
	const level = groups.filter((group) => best.score - group.score < 0.06);
	const path = level.length === 1 ? best : resolve(draft, at, level);
	if (path.via.length === 0 && path.column.unique) return { kind: 'rows', at };
	return { kind: 'groups', groupings: [{ ...path, unit: null }], at };
}

/** What a name is of stands last, or before its "of": "Phase of flight" is a phase, "Airport Name" is an airport. */
const isHead = (column: Column, chunk: Chunk): boolean => {
	const stems = wordsOf(chunk.text).map(stem);
	const main = beforeOf(column);
	const heads = main.filter((value) => !generic.has(value));
	const head = heads.at(-1) ?? main.at(-1) ?? '';
	return stems.some(
		(value) =>
			closeness(value, head) >= 0.8 ||
			(speaksOf(value, column) && !column.nameStems.some((name) => closeness(value, name) >= 0.9)),
	);
};

/** "flight" is no word for "Phase of flight". */
const isBeforeOf = (column: Column, chunk: Chunk): boolean =>
	wordsOf(chunk.text).some((word) => beforeOf(column).some((value) => closeness(stem(word), value) >= 0.9));

/** Stems of a column's name up to its "of". */
function beforeOf({ name }: Column): string[] {
	const names = wordsOf(name);
	const cut = names.findIndex((word, index) => index > 0 && /^(of|in|at|for|per|from|to|by)$/.test(word));
	return (cut < 0 ? names : names.slice(0, cut)).map(stem);
}

/** Words that end a name without saying what it is of. */
const generic = new Set(['name', 'code', 'id', 'key', 'number', 'no', 'nr', 'title', 'label'].map(stem));

/** The word for what a row is: what the dataset's description begins with, or that of the column that names its rows. */
export const isRowNoun = (root: Table, chunk: Chunk): boolean =>
	(chunk.links.some((link) => link.kind === 'table' && link.table === root) &&
		wordsOf(chunk.text).some((word) =>
			root.descriptionStems
				.slice(0, 2)
				.concat(root.nameStems)
				.some((value) => closeness(stem(word), value) >= 0.9),
		)) ||
	columnLinks(chunk, isAny).some((link) => link.via.length === 0 && link.column.unique && link.support);

/** Things of a linked dataset, named by its key and its name. */
function entitySubject(draft: Draft, at: number, chunk: Chunk, table: Table): Subject {
	const words = chunk.text.toLowerCase().split(' ').map(stem);
	const rivals = draft.scope.root.columns
		.filter((column) => isGroup(column) && words.some((word) => speaksOf(word, column)))
		.map(own);
	const paths = draft.scope.paths.filter((path) => path.table === table);
	const through = paths.map((path) => ({
		path,
		column: draft.scope.root.columns.find((column) => column.name === path.via[0]?.from),
	}));
	const links = through.flatMap(({ column }) => (column === undefined ? [] : [own(column)]));
	const all = [...links, ...rivals.filter((rival) => !links.some((link) => samePath(rival, link)))];
	const chosen = all.length === 1 ? all[0] : resolve(draft, at, all);
	const path = through.find((candidate) => candidate.column === chosen?.column)?.path;
	if (chosen === undefined || path === undefined)
		return { kind: 'groups', groupings: chosen === undefined ? [] : [{ ...chosen, unit: null }], at };
	const named = labels(path);
	// Where the key is all that names a thing, the root's own column has it for more rows.
	return { kind: 'groups', groupings: named.length > 1 ? named : [{ ...chosen, unit: null }], at };
}

const labels = ({ table, via }: TablePath): Grouping[] => {
	const name = table.columns.find((column) => column.nameStems.at(-1) === stem('name') && isText(column));
	const key = table.columns.find((column) => column.name === via.at(-1)?.to);
	return [...new Set([name, key])].flatMap((column) => (column === undefined ? [] : [{ column, via, unit: null }]));
};

const from = ['origin', 'departur', 'source', 'start'];
const to = ['destination', 'arrival', 'target', 'end'];

/** Of several columns the one that other words of the question speak of. @throws Refusal where none or several are */
function resolve(draft: Draft, at: number, paths: readonly ColumnPath[]): ColumnPath {
	const votes = paths.map((path) => {
		const column = rootColumn(draft.scope, path) ?? path.column;
		const named = draft.chunks.filter(
			(chunk, index) =>
				index !== at && columnLinks(chunk, isAny).some((link) => link.column === column && link.score >= 0.4),
		).length;
		const words = draft.chunks.map((chunk) => chunk.text.toLowerCase());
		const way = (pattern: RegExp, stems: readonly string[]) =>
			words.some((word) => pattern.test(word)) && stems.some((stem) => speaksOf(stem, column)) ? 0.5 : 0;
		return { path, vote: named + way(/^(from|leaving|out)$/, from) + way(/^(to|into)$/, to) };
	});
	const most = Math.max(...votes.map((vote) => vote.vote));
	const best = votes.filter((vote) => vote.vote === most);
	const [first] = best;
	if (best.length === 1 && first !== undefined) return first.path;
	throw ambiguous(draft.chunks[at]?.text ?? '', paths);
}

export function takeSubject(draft: Draft, subject: Subject): void {
	take(draft, subject.at);
	if (subject.kind === 'groups') for (const grouping of subject.groupings) use(draft, grouping);
}

/** The subject of "which …", "list …", or of a question that begins with its subject. */
export function findSubject(draft: Draft): Subject | null {
	const askIndex = draft.chunks.findIndex((chunk, at) => !draft.taken.has(at) && asksWith(chunk, 'which', 'list'));
	const isFollowed = askIndex >= 0 && adjacentIndex(draft, askIndex, 1, 4) >= 0;
	return (isFollowed ? subjectAt(draft, askIndex + 1) : null) ?? subjectAt(draft, 0);
}
