import { formatCoordinate } from '#contract/dataset.ts';
import { stem } from '../builtin/stem.ts';
import { nameInWords, tokenize, wordsOf } from '../builtin/tokenize.ts';
import type { ContextDataset, Definition, SchemaContext } from '../query/types.ts';

/** Aggregates as descriptions name them, and as a question asks for them. */
const figures: Readonly<Record<string, string>> = {
	sum: 'total',
	total: 'total',
	average: 'average',
	avg: 'average',
	mean: 'average',
	median: 'median',
	lowest: 'lowest',
	minimum: 'lowest',
	min: 'lowest',
	highest: 'highest',
	maximum: 'highest',
	max: 'highest',
	number: 'number of',
	count: 'number of',
};

const clause =
	/^(?:an? |the )?["“']?([\p{L}][\p{L}\d _-]{1,40}?)["”']?\s*(?::|=|\bmeans\b|\bis\b)\s*(?:an? |the )?(sum|total|average|avg|mean|median|lowest|minimum|min|highest|maximum|max|number|count)(?: of|\s*\()(?: the| all)?\s*["“']?([\p{L}\d _-]+?)["”']?\)?((?:,? where | if | with )[^,]+)?(?:,? .*)?$/iu;
const alias = /\b(?:also (?:called|known as|referred to as)|a\.?k\.?a\.?|synonyms?:?)\s+(.+)$/iu;
const longestTerm = 4;

/** What owners wrote about a context's datasets and columns, as terms that questions can use. */
export function definitionsIn({ datasets }: SchemaContext): Definition[] {
	return datasets.flatMap((dataset) => [
		...definitionsOf(dataset, null, dataset.description),
		...dataset.columns.flatMap((column) => definitionsOf(dataset, column.name, column.description)),
	]);
}

function definitionsOf(dataset: ContextDataset, column: string | null, description: string): Definition[] {
	return description.split(/\n|;|\.(?=\s|$)/).flatMap((sentence): Definition[] => {
		const text = sentence.trim();
		const at = { dataset: dataset.coordinate, column };
		const formula = formulaIn(text, dataset);
		const also = aliasesIn(text);
		if (formula !== null) return [formula.term, ...also].map((term) => ({ ...formula, ...at, term, isFormula: true }));
		const meaning = nameInWords(column ?? dataset.coordinate.datasetName);
		return also.map((term) => ({ ...at, term, meaning, condition: '', isFormula: false }));
	});
}

/** "revenue: sum of amount", if there is such a column. */
function formulaIn(text: string, dataset: ContextDataset): Pick<Definition, 'term' | 'meaning' | 'condition'> | null {
	const [, term = '', word = '', of = '', condition = ''] = clause.exec(text) ?? [];
	const figure = figures[word.toLowerCase()];
	if (figure === undefined || wordsOf(term).length > longestTerm) return null;
	const isRows = figure === 'number of';
	const names = isRows
		? [dataset.coordinate.datasetName, ...dataset.columns.map(({ name }) => name)]
		: dataset.columns.map(({ name }) => name);
	const named = names.find((name) => sameWords(name, of)) ?? (isRows && sameWords(of, 'rows') ? names[0] : undefined);
	if (named === undefined || names.some((name) => sameWords(name, term))) return null;
	return {
		term: term.trim(),
		meaning: `${figure} ${nameInWords(named)}`,
		condition: condition.replace(/^[,\s]+/, '').trim(),
	};
}

function aliasesIn(text: string): string[] {
	const [, list = ''] = alias.exec(text) ?? [];
	return list
		.split(/,|\bor\b|\band\b/i)
		.map((part) =>
			part
				.replaceAll(/["“”'()]/g, '')
				.replace(/^\s*(?:the|an?)\s+/i, '')
				.trim(),
		)
		.filter((part) => part !== '' && wordsOf(part).length <= longestTerm);
}

const sameWords = (a: string, b: string): boolean => stems(a) === stems(b);
const stems = (text: string): string => wordsOf(text).map(stem).join(' ');

/** A defined term used in a question; positions in UTF-16 units. */
export interface Used {
	readonly definition: Definition;
	readonly start: number;
	readonly end: number;
}

/** The defined terms that a question uses, longest first, without overlaps. Names of datasets and columns need no definition. */
export function usedIn(question: string, context: SchemaContext): Used[] {
	const definitions = definitionsIn(context);
	if (definitions.length === 0) return [];
	const tokens = tokensIn(question);
	const named = new Set(
		context.datasets.flatMap(({ coordinate, columns }) =>
			[coordinate.datasetName, ...columns.map(({ name }) => name)].map(stems),
		),
	);
	const found: Used[] = [];
	for (let length = longestTerm; length > 0; length--) {
		for (let at = 0; at + length <= tokens.length; at++) {
			const span = tokens.slice(at, at + length);
			const [start, end] = [span[0]?.start ?? 0, span.at(-1)?.end ?? 0];
			const words = span.map((token) => token.stem).join(' ');
			if (span.some(({ quoted }) => quoted) || named.has(words)) continue;
			if (found.some((used) => start < used.end && used.start < end)) continue;
			for (const definition of definitions) {
				if (stems(definition.term) === words) found.push({ definition, start, end });
			}
		}
	}
	return found.sort((a, b) => a.start - b.start);
}

export function tokensIn(question: string) {
	let from = 0;
	const text = question.replaceAll('’', "'");
	return tokenize(question).map((token) => {
		const at = text.indexOf(token.text, from);
		const start = at < 0 ? from : at;
		from = start + token.text.length;
		return { ...token, start, end: from };
	});
}

/** A definition in words: "total amount, according to the description of demo/shop/orders". */
export const saidOf = ({ meaning, condition, dataset, column }: Definition): string =>
	`${meaning}${condition === '' ? '' : ` ${condition}`}, according to the description of ${column === null ? '' : `"${column}" in `}${formatCoordinate(dataset)}`;
