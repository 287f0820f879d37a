import { type Chunk, isPhrase, isWord } from './chunks.ts';
import {
	addCondition,
	adjacentIndex,
	ambiguous,
	type ColumnFilter,
	columnLinks,
	columnNames,
	columnScore,
	type Draft,
	freeMentions,
	isAny,
	isGroup,
	isLittle,
	isNumeric,
	isText,
	phraseAt,
	rootLink,
	speaksOf,
	take,
	takeNegation,
} from './draft.ts';
import { indexOf } from './link-values.ts';
import { Refusal } from './refusal.ts';
import { rootColumn, samePath, type ValueLink } from './scope.ts';
import { stem } from './stem.ts';
import { wordsOf } from './tokenize.ts';

const tie = 0.06;
const leastPartial = 0.55;

const valueLinks = (chunk: Chunk | undefined): ValueLink[] =>
	(chunk?.links ?? []).filter((link): link is ValueLink => link.kind === 'value');

/** Takes what is said of text: values that are named, and what a text contains or begins with. */
export function readValues(draft: Draft): undefined {
	readTextConditions(draft);
	readQuoted(draft);
	readExistence(draft);
	for (const [at, chunk] of draft.chunks.entries()) {
		if (draft.taken.has(at) || !meansValue(draft, at)) continue;
		const column = columnOfValue(draft, at, chunk);
		readGroup(draft, at, column);
	}
}

const bears =
	/^(?:with|without|no|had|has|have|having|caus\w+|did|involv\w+|suffer\w*|report\w*|shows|shown|showed|showing)$/i;

/** "caused damage", "without damage": whether a column that may say "None" says something else. */
function readExistence(draft: Draft): void {
	for (const [at, chunk] of freeMentions(draft)) {
		const before = draft.chunks[at - 1]?.text.split(' ').at(-1) ?? '';
		const [link] = columnLinks(chunk, isText);
		const none = link?.column.values?.filter((value) => /^(?:none|no|nil)$/i.test(value)) ?? [];
		if (link === undefined || link.score < 0.6 || none.length !== 1 || !bears.test(before)) continue;
		// "with damage none" names the value itself.
		if (valueLinks(draft.chunks[at + 1]).some((value) => samePath(value, link))) continue;
		const isWithout = /^(?:without|no)$/i.test(before) || takeNegation(draft, at);
		addCondition(draft, link, { kind: 'is', values: none, negated: !isWithout }, at);
		take(draft, at);
	}
}

/** Whether the words are a value rather than a name of something. */
function meansValue(draft: Draft, at: number): boolean {
	const chunk = draft.chunks[at];
	const values = valueLinks(chunk);
	const [best] = values;
	if (chunk === undefined || best === undefined) return chunk?.kind === 'mention' && chunk.links.length === 0;
	if (chunk.kind === 'phrase') return chunk.phrase.kind === 'unit' && best.partial === null && standsByValue(draft, at);
	if (chunk.kind === 'number') return false;
	if (isAskedHowMuch(draft, at)) return false;
	if (
		best.partial !== null &&
		(best.score < leastPartial || chunk.links.some((link) => link.kind === 'table' && link.table === draft.scope.root))
	)
		return false;
	const name = chunk.links.find((link) => link.kind !== 'value' && !(link.kind === 'table' && !link.head));
	if (name === undefined || best.score > name.score + 0.02) return true;
	// "earthquakes" names the dataset and is one of the kinds of its rows.
	return (
		name.kind === 'table' &&
		name.table === draft.scope.root &&
		best.partial === null &&
		best.via.length === 0 &&
		(best.column.distinct ?? 99) <= 12 &&
		best.score >= 0.9
	);
}

/** "how much did it rain" asks for a quantity, though "rain" is a value somewhere. */
const isAskedHowMuch = (draft: Draft, at: number): boolean =>
	phraseAt(draft, adjacentIndex(draft, at, -1))?.kind === 'how much' &&
	columnScore(draft.chunks[at], isNumeric) >= 0.45;

/** "during the day and at night": next to another value a unit of time is one too. */
function standsByValue(draft: Draft, at: number): boolean {
	const around = [adjacentIndex(draft, at, -1), adjacentIndex(draft, at, 1)].map((value) => draft.chunks[value]);
	const mine = valueLinks(draft.chunks[at]);
	return around.some((chunk) =>
		valueLinks(chunk).some((link) => link.partial === null && mine.some((own) => samePath(own, link))),
	);
}

function columnOfValue(draft: Draft, at: number, chunk: Chunk): ValueLink {
	const all = valueLinks(chunk);
	const exact = all.filter((link) => link.partial === null);
	const best = (exact.length > 0 ? exact : all)[0];
	if (best === undefined) throw new Refusal(`I can’t find "${chunk.text}" in the data.`, chunk.text);
	const candidates = (exact.length > 0 ? exact : all).filter((link) => best.score - link.score < 0.3);
	const hinted = hintedBy(draft, at, candidates);
	if (hinted !== null) return hinted;
	const level = candidates.filter((candidate) => best.score - candidate.score < tie);
	const same = samePathAsBefore(draft, at, level);
	const chosen = same ?? (level.length === 1 ? best : null);
	if (chosen === null) throw ambiguous(chunk.text, level);
	refuseElsewhere(draft, chunk, chosen);
	return chosen;
}

/** A value whose column the words around it tell: "state of Texas", "from ORD", "arriving at LAX". */
function hintedBy(draft: Draft, at: number, candidates: readonly ValueLink[]): ValueLink | null {
	const only = (found: readonly ValueLink[]) => {
		const steps = Math.min(...found.map((link) => link.via.length));
		const nearest = found.filter((link) => link.via.length === steps);
		return nearest.length === 1 ? (nearest[0] ?? null) : null;
	};
	// "destinations from JFK": the way says more than what stands next to it.
	const way = wayBefore(draft, at);
	const words = way === 'from' ? ['origin', 'depart', 'source', 'start'] : ['destin', 'arriv', 'target', 'end'];
	const directed = (way === null ? [] : candidates).filter((candidate) => {
		const through = rootColumn(draft.scope, candidate);
		return through !== undefined && words.some((word) => speaksOf(stem(word), through));
	});
	const gone = only(directed);
	if (gone !== null) return gone;
	const [before, after] = [adjacentIndex(draft, at, -1, 1), adjacentIndex(draft, at, 1, 1)];
	for (const [index, near] of [before, after].entries()) {
		const chunk = draft.chunks[near];
		if (chunk === undefined || chunk.links[0]?.kind === 'value' || (index === 1 && chunk.afterPause)) continue;
		const named = candidates.filter((candidate) =>
			columnLinks(chunk, isAny).some((link) => link.score >= 0.4 && samePath(link, candidate)),
		);
		const found = only(named);
		if (found !== null) {
			const isRows = rootLink(draft, chunk) !== undefined;
			if (!isRows && columnLinks(chunk, isGroup).some((link) => samePath(link, found)) && !isAsked(draft, near))
				take(draft, near);
			return found;
		}
	}
	if (way !== null && directed.length === 0) refuseOtherWay(draft, at, candidates, way, words);
	return null;
}

const opposite = { from: ['destin', 'arriv', 'target'], to: ['origin', 'depart', 'source'] } as const;

/** "out of Atlanta" where only the destination is linked with what has a city: the other end is not what was asked. */
function refuseOtherWay(
	draft: Draft,
	at: number,
	candidates: readonly ValueLink[],
	way: 'from' | 'to',
	words: readonly string[],
): undefined {
	const { root } = draft.scope;
	const meant = root.columns.find((column) => words.some((word) => speaksOf(stem(word), column)) && isText(column));
	const isOther = candidates
		.map((candidate) => rootColumn(draft.scope, candidate))
		.every(
			(column) =>
				column !== undefined && column !== meant && opposite[way].some((word) => speaksOf(stem(word), column)),
		);
	const text = draft.chunks[at]?.text ?? '';
	const [first] = candidates;
	if (meant === undefined || first === undefined || !isOther) return;
	throw new Refusal(
		`"${text}" is a "${first.column.name}" in ${first.column.table.name}, which isn’t linked to "${meant.name}" in ${root.name}. Name a value of "${meant.name}", such as ${(meant.values ?? []).slice(0, 3).join(', ')}.`,
		text,
	);
}

/** A column that was asked about or grouped by is more than the name of a value's column. */
const isAsked = (draft: Draft, at: number): boolean => {
	const before = phraseAt(draft, adjacentIndex(draft, at, -1, 2));
	return before !== null && ['ask', 'by', 'count'].includes(before.kind);
};

function wayBefore(draft: Draft, at: number): 'from' | 'to' | null {
	for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
		const chunk = draft.chunks[i];
		const word = chunk?.text.toLowerCase() ?? '';
		if (/^(from|leaving|departing|departed|left|out)$/.test(word)) return 'from';
		if (/^(to|into|towards?|arriving|arrived|reaching)$/.test(word)) return 'to';
		if (!isLittle(chunk)) return null;
	}
	return null;
}

function samePathAsBefore(draft: Draft, at: number, level: readonly ValueLink[]): ValueLink | null {
	const earlier = draft.conditions
		.filter((condition) => condition.at < at && condition.filter.kind === 'is')
		.map((condition) => condition.on);
	const found = level.filter((link) => earlier.some((on) => samePath(on, link)));
	if (found.length === 1) return found[0] ?? null;
	const around = [adjacentIndex(draft, at, 1, 1)].flatMap((value) => valueLinks(draft.chunks[value]));
	const shared = level.filter((link) => around.some((other) => other.partial === null && samePath(other, link)));
	return shared.length === 1 ? (shared[0] ?? null) : null;
}

/** A name that is an entity of a dataset out of reach means that one, and nothing that is only called the same. */
function refuseElsewhere(draft: Draft, chunk: Chunk, chosen: ValueLink): undefined {
	const words = wordsOf(chunk.text).join(' ');
	for (const table of draft.scope.schema.tables) {
		if (draft.scope.paths.some((path) => path.table === table)) continue;
		const entity = table.columns.find(
			(column) =>
				column.unique &&
				column.nameStems.every((word) => table.nameStems.some((name) => name === stem(word) || word === name)),
		);
		if (entity === undefined || indexOf(entity)?.whole.has(words) !== true) continue;
		if (entity.nameStems.at(-1) === chosen.column.nameStems.at(-1)) continue;
		throw new Refusal(
			`"${chunk.text}" is a ${entity.name} in ${table.name}, which ${draft.scope.root.name} isn’t linked to. In ${draft.scope.root.name} it’s only a "${chosen.column.name}". If you mean that, say "${chosen.column.name} ${chunk.text}".`,
			chunk.text,
			[`${chosen.column.name} ${chunk.text}`],
		);
	}
}

/** The value and those that follow it with "and", "or" or a comma, of the same column. */
function readGroup(draft: Draft, at: number, first: ValueLink): undefined {
	const negated = takeNegation(draft, at);
	const found: ValueLink[] = [first];
	// A word that names the dataset too is still its subject.
	if (rootLink(draft, draft.chunks[at]) === undefined) take(draft, at);
	for (let next = at + 1; draft.chunks[next] !== undefined; next++) {
		const chunk = draft.chunks[next];
		const joint =
			isWord(chunk, 'and', 'or', 'the', 'in', 'at', 'of', 'with', 'from', 'to', 'during', 'on', 'for') ||
			phraseAt(draft, next)?.kind === 'compare' ||
			phraseAt(draft, next)?.kind === 'not';
		if (joint) continue;
		const link = valueLinks(chunk).find(
			(link) => samePath(link, first) && (link.partial === null || link.score >= leastPartial),
		);
		if (link === undefined || draft.taken.has(next) || !joinedBefore(draft, next)) break;
		// "to ORD and from DFW": the other end.
		const [way, other] = [wayBefore(draft, at), wayBefore(draft, next)];
		if (way !== null && other !== null && way !== other) break;
		if (phraseAt(draft, next)?.kind === 'unit' && link.partial !== null) break;
		found.push(link);
		take(draft, next);
	}
	addValues(draft, at, first, found, negated);
	if (found.length > 1 && draft.chunks.some((chunk) => isPhrase(chunk, 'compare'))) draft.compares = true;
}

const joinedBefore = (draft: Draft, at: number): boolean => {
	for (let i = at; i > 0; i--) {
		const chunk = draft.chunks[i];
		if (chunk?.afterPause) return true;
		const before = draft.chunks[i - 1];
		if (isWord(before, 'and', 'or') || isPhrase(before, 'compare')) return true;
		if (!isLittle(before)) return false;
	}
	return false;
};

const contains = (text: string, negated: boolean, wholeWord = false): ColumnFilter => ({
	kind: 'text',
	how: 'contains',
	text,
	wholeWord,
	negated,
});

function addValues(draft: Draft, at: number, on: ValueLink, found: readonly ValueLink[], negated: boolean): undefined {
	const [first, second] = found;
	if (first?.partial && first.values.length > 1 && second === undefined)
		return addCondition(draft, on, contains(first.partial, negated, true), at);
	const values = [...new Set(found.flatMap((link) => link.values))];
	addCondition(draft, on, { kind: 'is', values, negated }, at);
}

/** "whose name contains 'County'", "starting with A". */
function readTextConditions(draft: Draft): undefined {
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind !== 'phrase' || chunk.phrase.kind !== 'text' || draft.taken.has(at)) continue;
		const [left, right] = [adjacentIndex(draft, at, -1, 2), adjacentIndex(draft, at, 1, 2)];
		const what = draft.chunks[right];
		const [best, second] = columnLinks(draft.chunks[left], isText).filter((link) => link.score >= 0.45);
		if (what === undefined)
			throw new Refusal(`Which text do you mean after "${chunk.text}"? Put it in quotes.`, chunk.text);
		if (best === undefined)
			throw new Refusal(
				`Which column do you mean in "${chunk.text} ${what.text}"?`,
				chunk.text,
				columnNames(draft, isText),
			);
		if (second !== undefined && best.score - second.score < tie && best.via.length === second.via.length)
			throw ambiguous(draft.chunks[left]?.text ?? '', [best, second]);
		const negated = takeNegation(draft, at);
		addCondition(draft, best, { ...contains(what.text, negated), how: chunk.phrase.how } as ColumnFilter, at);
		take(draft, at, right);
		if (rootLink(draft, draft.chunks[left]) === undefined) take(draft, left);
	}
}

/** With "Field" in the name: a text in quotation marks, and where it stands. */
function readQuoted(draft: Draft): undefined {
	for (const [at, chunk] of freeMentions(draft)) {
		if (chunk.quoted !== true) continue;
		const near = adjacentIndex(draft, at, 1, 2);
		if (near <= at + 1 || !/^(in|within|inside)$/.test(draft.chunks[at + 1]?.text.toLowerCase() ?? '')) continue;
		const on = columnLinks(draft.chunks[near], isText).find((link) => link.whole);
		if (on === undefined) continue;
		const negated = takeNegation(draft, at);
		addCondition(draft, on, contains(chunk.text, negated), at);
		take(draft, at, near);
	}
}
