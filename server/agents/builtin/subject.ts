import type { Chunk } from './chunks.ts';
import {
	ambiguous,
	columnLinks,
	type Draft,
	type Grouping,
	isGroup,
	isLittle,
	isNumeric,
	neighbour,
	phraseAt,
	speaksOf,
	take,
} from './draft.ts';
import { closeness } from './english.ts';
import { bucket } from './read-groups.ts';
import type { Column, Table } from './schema.ts';
import { own, type Place, type Placed, samePlace } from './scope.ts';
import { isIrregularVerb, stem } from './stem.ts';
import { wordsOf } from './tokenise.ts';

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
		if (
			found === null &&
			(isLittle(chunk) || phrase?.kind === 'different' || chunk.kind === 'number' || draft.taken.has(at))
		)
			continue;
		if (found === null && (phrase?.kind === 'end' || chunk.kind === 'graded' || phrase?.kind === 'end in time'))
			continue;
		if (found === null && chunk.kind === 'mention' && isIrregularVerb(chunk.text.toLowerCase())) continue;
		if (phrase?.kind === 'unit' && found === null) {
			return { kind: 'groups', groupings: [bucket(draft, at, phrase.unit)], at };
		}
		if (chunk.kind !== 'mention' || draft.taken.has(at) || (found !== null && isVerb(chunk))) break;
		const next = readSubject(draft, at, chunk);
		if (next === null && found !== null) {
			// "aircraft speed": the quantity is what is spoken of.
			if (isWeak(draft, found) && columnLinks(chunk, isNumeric).some((it) => it.score >= 0.5)) return null;
			break;
		}
		found = next ?? found;
		if (next === null && !isModifier(draft, chunk)) break;
	}
	return found;
}

/** Known by a description alone. */
const isWeak = (draft: Draft, subject: Subject): boolean =>
	subject.kind === 'groups' &&
	subject.groupings.every((it) =>
		columnLinks(draft.chunks[subject.at], () => true).some((link) => samePlace(link, it) && link.score < 0.6),
	);

const isModifier = (draft: Draft, chunk: Chunk): boolean =>
	chunk.links.some((it) => it.kind === 'table' && it.table === draft.scope.root) ||
	columnLinks(chunk, isGroup).length > 0;

function readSubject(draft: Draft, at: number, chunk: Chunk): Subject | null {
	const { root } = draft.scope;
	const rows = Math.max(
		0,
		...chunk.links.map((it) => (it.kind === 'table' && it.head && it.table === root ? it.score : 0)),
	);
	const named = columnLinks(chunk, isGroup).filter((it) => it.score >= 0.4);
	const heads = named.filter((it) => isHead(it.column, chunk));
	// "airline" may stand for "Airline Operator", unless it is the word for a row: "event" for "event type".
	const groups =
		heads.length > 0 || isRowNoun(root, chunk)
			? heads
			: named.filter((it) => it.score >= 0.6 && isBeforeOf(it.column, chunk));
	const [best] = groups;
	const numeric = columnLinks(chunk, isNumeric)[0]?.score ?? 0;
	if (rows > 0 && rows >= (best?.score ?? 0) - 0.1 && rows >= numeric) return { kind: 'rows', at };
	const entity = chunk.links.find((it) => it.kind === 'table' && it.head && it.table !== root);
	if (entity?.kind === 'table' && entity.score > (best?.score ?? 0) + 0.05)
		return entitySubject(draft, at, chunk, entity.table);
	if (best === undefined || best.score < numeric)
		return numeric < 0.45 && isRowNoun(root, chunk) ? { kind: 'rows', at } : null;
	const level = groups.filter((it) => best.score - it.score < 0.06);
	const placed = level.length === 1 ? best : resolve(draft, at, level);
	if (placed.via.length === 0 && placed.column.unique) return { kind: 'rows', at };
	return { kind: 'groups', groupings: [{ ...placed, unit: null }], at };
}

/** What a name is of stands last, or before its "of": "Phase of flight" is a phase, "Airport Name" is an airport. */
const isHead = (column: Column, chunk: Chunk): boolean => {
	const said = wordsOf(chunk.text).map(stem);
	const names = wordsOf(column.name);
	const cut = names.findIndex((it, index) => index > 0 && /^(of|in|at|for|per|from|to|by)$/.test(it));
	const main = (cut < 0 ? names : names.slice(0, cut)).map(stem);
	const heads = main.filter((it) => !generic.has(it));
	const head = heads.at(-1) ?? main.at(-1) ?? '';
	return said.some(
		(it) =>
			closeness(it, head) >= 0.8 ||
			(speaksOf(it, column) && !column.nameStems.some((name) => closeness(it, name) >= 0.9)),
	);
};

/** "flight" is no word for "Phase of flight". */
const isBeforeOf = (column: Column, chunk: Chunk): boolean => {
	const names = wordsOf(column.name);
	const cut = names.findIndex((it, index) => index > 0 && /^(of|in|at|for|per|from|to|by)$/.test(it));
	const main = (cut < 0 ? names : names.slice(0, cut)).map(stem);
	return wordsOf(chunk.text).some((word) => main.some((it) => closeness(stem(word), it) >= 0.9));
};

/** Words that end a name without saying what it is of. */
const generic = new Set(['name', 'code', 'id', 'key', 'number', 'no', 'nr', 'title', 'label'].map(stem));

/** The word for what a row is: what the dataset's description begins with, or that of the column that names its rows. */
export const isRowNoun = (root: Table, chunk: Chunk): boolean =>
	(chunk.links.some((it) => it.kind === 'table' && it.table === root) &&
		wordsOf(chunk.text).some((word) =>
			root.descriptionStems
				.slice(0, 2)
				.concat(root.nameStems)
				.some((it) => closeness(stem(word), it) >= 0.9),
		)) ||
	columnLinks(chunk, () => true).some((it) => it.via.length === 0 && it.column.unique && it.support);

/** Things of a linked dataset, named by its key and its name. */
function entitySubject(draft: Draft, at: number, chunk: Chunk, table: Table): Subject {
	const words = chunk.text.toLowerCase().split(' ').map(stem);
	const rivals = draft.scope.root.columns
		.filter((it) => isGroup(it) && words.some((word) => speaksOf(word, it)))
		.map(own);
	const places = draft.scope.places.filter((it) => it.table === table);
	const through = places.map((place) => ({
		place,
		column: draft.scope.root.columns.find((it) => it.name === place.via[0]?.from),
	}));
	const own_ = through.flatMap((it) => (it.column === undefined ? [] : [own(it.column)]));
	const all = [...own_, ...rivals.filter((it) => !own_.some((other) => samePlace(it, other)))];
	const chosen = all.length === 1 ? all[0] : resolve(draft, at, all);
	const place = through.find((it) => it.column === chosen?.column)?.place;
	if (chosen === undefined || place === undefined)
		return { kind: 'groups', groupings: chosen === undefined ? [] : [{ ...chosen, unit: null }], at };
	const named = labels(place);
	// Where the key is all that names a thing, the root's own column has it for more rows.
	return { kind: 'groups', groupings: named.length > 1 ? named : [{ ...chosen, unit: null }], at };
}

const labels = ({ table, via }: Place): Grouping[] => {
	const name = table.columns.find((it) => it.nameStems.at(-1) === stem('name') && it.kind === 'text');
	const key = table.columns.find((it) => it.name === via.at(-1)?.to);
	return [...new Set([name, key])].flatMap((column) => (column === undefined ? [] : [{ column, via, unit: null }]));
};

const from = ['origin', 'departur', 'source', 'start'];
const to = ['destination', 'arrival', 'target', 'end'];

/** Of several columns the one that other words of the question speak of. @throws Refusal where none or several are */
function resolve(draft: Draft, at: number, places: readonly Placed[]): Placed {
	const votes = places.map((place) => {
		const first = place.via[0];
		const column =
			first === undefined
				? place.column
				: (draft.scope.root.columns.find((it) => it.name === first.from) ?? place.column);
		const named = draft.chunks.filter(
			(it, index) =>
				index !== at && columnLinks(it, () => true).some((link) => link.column === column && link.score >= 0.4),
		).length;
		const words = draft.chunks.map((it) => it.text.toLowerCase());
		const way = (said: RegExp, stems: readonly string[]) =>
			words.some((it) => said.test(it)) && stems.some((it) => speaksOf(it, column)) ? 0.5 : 0;
		return { place, vote: named + way(/^(from|leaving|out)$/, from) + way(/^(to|into)$/, to) };
	});
	const most = Math.max(...votes.map((it) => it.vote));
	const best = votes.filter((it) => it.vote === most);
	const [first] = best;
	if (best.length === 1 && first !== undefined) return first.place;
	throw ambiguous(draft.chunks[at]?.text ?? '', places);
}

export function takeSubject(draft: Draft, subject: Subject): void {
	take(draft, subject.at);
	if (subject.kind === 'groups')
		for (const it of subject.groupings) draft.used.push({ column: it.column, via: it.via });
}

/** The subject of "which …", "list …", or of a question that begins with its subject. */
export function findSubject(draft: Draft): Subject | null {
	const asked = draft.chunks.findIndex(
		(it, at) =>
			!draft.taken.has(at) &&
			it.kind === 'phrase' &&
			it.phrase.kind === 'ask' &&
			(it.phrase.word === 'which' || it.phrase.word === 'list'),
	);
	if (asked >= 0) {
		const next = neighbour(draft, asked, 1, 4);
		const found = next < 0 ? null : subjectAt(draft, asked + 1);
		if (found !== null) return found;
	}
	return subjectAt(draft, 0);
}
