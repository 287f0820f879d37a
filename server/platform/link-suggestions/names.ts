/** Words in many column names that reveal nothing about the contents. */
const generic = new Set(
	'id ids identifier pk key code name no nr number num type kind value status date time year month day description text label title category count total index idx uuid guid created updated modified at by of the a in to from is has'.split(
		' ',
	),
);

/** `aid` in authors and `txid` in transactions: a key with an abbreviated prefix. */
export const isShortKey = (name: string): boolean => /^([a-z]|tx)id$/i.test(name);

/** The informative words of a name: `customerIds` → customer. */
export const wordsOf = (name: string): string[] =>
	name
		.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}]+/u)
		.filter((part) => part !== '' && !generic.has(part) && !isShortKey(part))
		.map((part) => part.replace(/ies$/, 'y').replace(/(?<=..)s$/, ''));

/** Whether a column's name suggests that its values are identifiers: `customer_id`, `ZipCode`. */
export const isKeyName = (name: string): boolean =>
	isShortKey(name) ||
	/(^|[^a-z])(id|identifier|uuid|pk|key|code|no|nr|num|number|zip)([^a-z]|$)/i.test(
		name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '),
	);

export interface Named {
	readonly dataset: string;
	readonly column: string;
}

export interface NameEvidence {
	/** From 0 (no evidence) to 1 (the same name). */
	readonly score: number;
	readonly reason: string | null;
}

/** Evidence for a link from names: the same name, a common word, or a column named after the other dataset. */
export function nameEvidence(from: Named, to: Named): NameEvidence {
	const [here, there] = [wordsOf(from.column), wordsOf(to.column)];
	const isNamesake = from.column.toLowerCase() === to.column.toLowerCase();
	if (isNamesake && (here.length > 0 || isShortKey(to.column))) {
		return { score: 1, reason: `Both columns are named ${to.column}` };
	}
	const shared = here.find((value) => there.includes(value));
	if (shared !== undefined) return { score: 0.7, reason: `Both names contain "${shared}"` };
	const dataset = wordsOf(to.dataset);
	const after = there.length === 0 ? here.find((value) => dataset.includes(value)) : undefined;
	if (after !== undefined) return { score: 0.7, reason: `${from.column} is named after ${to.dataset}` };
	return { score: 0, reason: null };
}
