import { listText } from '#lib/text/list-text.ts';
import { abbreviates } from '../builtin/abbreviations.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Column } from '../builtin/schema.ts';
import { related, stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { isIdentifier } from './columns.ts';
import type { Edge, Graph } from './graph.ts';
import type { Item } from './item.ts';

/** A column that refers to the same rows as another one of its dataset, with the words of its name that tell it apart. */
interface Way {
	readonly edge: Edge;
	readonly words: readonly string[];
}
const known = new WeakMap<Graph, readonly (readonly Way[])[]>();

/** The columns of one dataset that refer to the same other one: "pickup_branch" and "return_branch". */
function severalIn(graph: Graph): readonly (readonly Way[])[] {
	const before = known.get(graph);
	if (before !== undefined) return before;
	const groups = new Map<string, Edge[]>();
	for (const edge of graph.edges) {
		if (!edge.to.unique || edge.from.table === edge.to.table) continue;
		const key = [edge.from.table.name, edge.to.table.name, edge.to.name].join('\n');
		groups.set(key, [...(groups.get(key) ?? []), edge]);
	}
	const found = [...groups.values()]
		.filter((edges) => edges.length > 1 || edges[0]?.isOfRole === true)
		.map((edges) =>
			edges.map((edge): Way => {
				const others = edges.filter((other) => other !== edge).flatMap(({ from }) => from.nameStems);
				const words = edge.from.nameStems.filter((word) => !others.includes(word) && !isKey.test(word));
				return { edge, words };
			}),
		);
	known.set(graph, found);
	return found;
}
const isKey = /^(?:id|cod|key|no|nr|num|number|by|to|from|at|in)$/;

const says = (word: string, name: string): boolean =>
	stem(word) === name ||
	[`${stem(word)}er`, `${stem(word)}or`, `${stem(word)}r`].includes(name) ||
	related(stem(word), name) ||
	abbreviates(name, word) ||
	abbreviates(name, stem(word));

/** Columns that refer to one dataset in several ways, of which a question has to say one. */
export const severalBetween = (graph: Graph, has: (column: Column) => boolean): Edge[] =>
	severalIn(graph).flatMap((ways) => {
		const found = ways.map(({ edge }) => edge).filter(({ from, to }) => has(from) && has(to));
		return found.length > 1 ? found : [];
	});

interface Named {
	readonly items: readonly Item[];
	readonly ways: readonly Edge[];
	/** Words that only say which way is meant. */
	readonly labels: ReadonlyMap<Item, Edge>;
}

/** Which of several ways a question names ("returned", "pickup branch"), and its words without those that only say this. */
export function namedWays(items: readonly Item[], graph: Graph): Named {
	const ways: Edge[] = [];
	const labels = new Map<Item, Edge>();
	for (const several of severalIn(graph)) {
		const named = several.filter((way) => items.some((item) => names(way, item)));
		const [way, other, ...more] = named;
		// "who hosts it", if there are also co-hosts: the column with no other name than that.
		const [plain, ...rivals] = several.filter(({ edge, words }) => words.length === 0 && edge.isOfRole !== true);
		if (way === undefined && plain !== undefined && rivals.length === 0 && several.length > 1) ways.push(plain.edge);
		if (way === undefined || more.length > 0) continue;
		if (other !== undefined) {
			const compared = sameOrNot(items, way, other);
			if (compared !== null) return { items: compared, ways, labels };
			continue;
		}
		ways.push(way.edge);
		for (const [at, item] of items.entries()) {
			const refers = item.mention?.columns.every((column) => isIdentifier(column) || isReference(column, several));
			const isOnly = refers === true || (item.mention?.columns.includes(way.edge.from) && !isTimed(items[at + 1]));
			// "not assigned to anyone": nothing is recorded there.
			const isMissing = items[at - 1]?.tag === 'X' && !'TV'.includes(items[at + 1]?.tag ?? '-');
			if (names(way, item) && !isMissing && (item.tag === 'V' || isOnly === true)) labels.set(item, way.edge);
		}
	}
	// "who received it": what is asked for stays.
	const first = items.find(({ mention }) => mention !== undefined);
	const left = items.flatMap((item) => {
		const way = labels.get(item);
		if (way === undefined) return [item];
		// "how many home matches": of the matches, the word only says which column.
		const next = items[items.indexOf(item) + 1];
		if (next?.tag === 'T' && next.mention?.from === item.mention?.to) return [];
		if (item !== first || item.mention === undefined) return [];
		return [/^whom?$/.test(item.after ?? '') ? { ...item, mention: { ...item.mention, columns: [way.from] } } : item];
	});
	return { items: left, ways, labels };
}

const names = ({ words }: Way, { tag, text, after }: Item): boolean => {
	const [verb = '', particle = ''] = wordsOf(text);
	const spoken = [...wordsOf(text), `${stem(verb)}${particle}`];
	return (
		(tag === 'C' || (tag === 'V' && after === 'as')) && spoken.some((word) => words.some((name) => says(word, name)))
	);
};
const isReference = (column: Column, several: readonly Way[]): boolean =>
	several.some(({ edge }) => edge.from === column);
const isTimed = (next: Item | undefined): boolean => next !== undefined && 'NMGBR'.includes(next.tag);

/** "returned to a different branch than the one they were picked up from": both references as one condition; null if they aren't compared. */
function sameOrNot(items: readonly Item[], a: Way, b: Way): readonly Item[] | null {
	const isPart = (item: Item) =>
		names(a, item) ||
		names(b, item) ||
		/[&=D]/.test(item.tag) ||
		(item.tag === 'N' && item.text === 'one') ||
		(item.tag === 'T' && item.mention?.tables.includes(a.edge.to.table) === true);
	const places = items.flatMap((item, at) => (names(a, item) || names(b, item) || /[=D]/.test(item.tag) ? at : []));
	const [start = 0, end = 0] = [Math.min(...places), Math.max(...places)];
	const part = items.slice(start, end + 1);
	const sign = part.find(({ tag }) => /[=D]/.test(tag));
	if (sign === undefined || !part.every(isPart)) return null;
	const { from: column } = a.edge;
	const met: Item = {
		...{ tag: 'W', text: sign.text },
		where: { kind: 'columns', column, op: '=', other: b.edge.from, not: sign.tag === 'D' },
	};
	const rest = items.slice(end + 1);
	const isAgain = rest[0]?.tag === 'T' && rest[0].mention?.tables.includes(a.edge.to.table) === true;
	return [...items.slice(0, start), met, ...rest.slice(isAgain ? 1 : 0)];
}

/** Several columns link to another dataset, and the question doesn't say which one is meant. */
export class SeveralWays extends Refusal {
	readonly ways: readonly Edge[];

	constructor(several: readonly Edge[]) {
		const placeOf = ({ from }: Edge) => from.table.columns.indexOf(from);
		const ways = [...several].sort((a, b) => placeOf(a) - placeOf(b));
		const names = [...new Set(ways.map(({ from }) => `"${from.name}"`))];
		super(
			`The dataset ${ways[0]?.from.table.name} has several columns that refer to ${ways[0]?.to.table.name}: ${listText(names, 'and')}. Which one do you mean?`,
		);
		this.ways = ways;
	}
}
