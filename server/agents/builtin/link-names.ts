import { closeness, isEmpty } from './english.ts';
import type { Column, Schema, Table } from './schema.ts';
import type { Token } from './tokenize.ts';

/** What a run of words may mean. */
export type Link =
	/** `whole`: the question contains every word of the name. `support`: may stand for the column without being asked for it. */
	| {
			readonly kind: 'column';
			readonly column: Column;
			readonly score: number;
			readonly whole: boolean;
			readonly support: boolean;
	  }
	/** `head`: it names the dataset; otherwise it only speaks of what the dataset is about. */
	| { readonly kind: 'table'; readonly table: Table; readonly score: number; readonly head: boolean }
	| {
			readonly kind: 'value';
			readonly column: Column;
			readonly score: number;
			readonly values: readonly string[];
			readonly partial: string | null;
	  };

/** A link of the tokens from a position up to `to`, the first token after them. */
export interface FoundLink {
	readonly to: number;
	readonly link: Link;
}

export interface Span {
	readonly from: number;
	/** The first token after it. */
	readonly to: number;
	readonly links: readonly Link[];
}

interface Match {
	/** The first token after the match. */
	readonly to: number;
	readonly closeness: number;
	readonly matched: number;
}

/** Matches tokens from a position on against the words of a name, in any order, little words between them allowed. */
function matchName(tokens: readonly Token[], at: number, name: readonly string[]): Match | null {
	const left = [...name];
	let [sum, matched, to] = [0, 0, at];
	for (let i = at; i < tokens.length && left.length > 0 && i < at + name.length + 3; i++) {
		const token = tokens[i];
		if (token === undefined || token.quoted || (token.afterPause && i > at)) break;
		let [best, index] = [0, -1];
		for (const [j, word] of left.entries()) {
			const close = closeness(token.stem, word);
			if (close > best) [best, index] = [close, j];
		}
		if (best > 0 && (!isEmpty(token.word) || left[index] === token.stem)) {
			if (!isEmpty(token.word)) {
				sum += best;
				matched++;
				to = i + 1;
			}
			left.splice(index, 1);
		} else if (i === at || !/^(of|the|in|a|an|for|at)$/.test(token.word)) break;
	}
	return matched === 0 ? null : { to, closeness: sum / matched, matched };
}

const content = (stems: readonly string[]): number => stems.filter((stem) => !isEmpty(stem)).length;

/** What a description says first, before its explanations. */
const definition = (column: Column): number => Math.min(5, column.descriptionStems.length);

export function linkNames(tokens: readonly Token[], at: number, schema: Schema): FoundLink[] {
	const token = tokens[at];
	if (token === undefined || token.quoted) return [];
	const found: FoundLink[] = [];
	const add: Add = (to, link) => found.push({ to, link });
	for (const table of schema.tables) {
		linkTable(tokens, at, table, add);
		for (const column of table.columns) linkColumn(tokens, at, column, add);
	}
	return found;
}

type Add = (to: number, link: Link) => void;

function linkTable(tokens: readonly Token[], at: number, table: Table, add: Add): void {
	const match = matchName(tokens, at, table.nameStems);
	const head = table.nameStems.at(-1) ?? '';
	if (match !== null) {
		const hasHead = tokens.slice(at, match.to).some((token) => closeness(token.stem, head) > 0);
		const whole = match.matched === content(table.nameStems);
		const score = match.closeness * (whole ? 1 : hasHead ? 0.8 : 0.3);
		add(match.to, { kind: 'table', table, score, head: hasHead || whole });
		return;
	}
	const token = tokens[at];
	if (token === undefined || isEmpty(token.word)) return;
	const close = Math.max(0, ...table.descriptionStems.map((stem) => closeness(token.stem, stem)));
	if (close >= 0.9) add(at + 1, { kind: 'table', table, score: 0.3 * close, head: false });
}

function linkColumn(tokens: readonly Token[], at: number, column: Column, add: Add): void {
	const match = matchName(tokens, at, column.nameStems);
	if (match !== null) {
		const words = content(column.nameStems);
		const whole = match.matched >= words && match.closeness >= 0.85;
		const score = match.closeness * (0.55 + (0.45 * match.matched) / Math.max(1, words));
		add(match.to, { kind: 'column', column, score, whole, support: match.closeness >= 0.9 });
		if (match.to > at + 1) linkOneWord(tokens[at], at, column, add);
		return;
	}
	linkDescription(tokens, at, column, add);
}

/** Of a longer match its first word alone, for where the longer one leads nowhere. */
function linkOneWord(token: Token | undefined, at: number, column: Column, add: Add): void {
	const match = token === undefined ? null : matchName([token], 0, column.nameStems);
	if (match === null) return;
	const score = match.closeness * (0.55 + 0.45 / Math.max(1, content(column.nameStems)));
	add(at + 1, { kind: 'column', column, score, whole: false, support: match.closeness >= 0.9 });
}

/** Words of the description, the more of them in a row the surer. */
function linkDescription(tokens: readonly Token[], at: number, column: Column, add: Add): void {
	let [to, sum] = [at, 0];
	let inDefinition = true;
	for (let i = at; i < tokens.length; i++) {
		const token = tokens[i];
		if (token === undefined || token.quoted || (token.afterPause && i > at)) break;
		if (isEmpty(token.word)) {
			if (i === at) return;
			if (/^(of|the|at|in|per)$/.test(token.word)) continue;
			break;
		}
		const closes = column.descriptionStems.map((stem) => closeness(token.stem, stem));
		const best = Math.max(0, ...closes);
		if (best === 0) break;
		if (closes.indexOf(best) >= definition(column)) inDefinition = false;
		[to, sum] = [i + 1, sum + best];
		const words = to - at;
		const score =
			(sum / words) * (inDefinition ? 0.5 : 0.3) + Math.min(0.26, words === 1 ? 0 : 0.18 + 0.08 * (words - 2));
		add(to, { kind: 'column', column, score, whole: false, support: inDefinition && best >= 0.9 });
	}
}
