/** What is known about a dataset before reading its rows. */
export interface Described {
	readonly name: string;
	readonly text: string;
	readonly links: readonly string[];
}

const words = (text: string): string[] =>
	text
		.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter((part) => part.length > 2)
		.map((part) => part.replace(/(ies|es|s)$/, ''));

/** The datasets that a question is most likely about: rare words and names count more, and links pass on part of a neighbor's score. */
export function relevant<T>(all: readonly T[], question: string, most: number, describe: (item: T) => Described): T[] {
	if (all.length <= most) return [...all];
	const described = all.map((item) => {
		const { name, text, links } = describe(item);
		return { item, name, names: new Set(words(name)), texts: new Set(words(text)), links };
	});
	const questionWords = [...new Set(words(question))];
	const weight = new Map(
		questionWords.map((word) => {
			const bearers = described.filter((candidate) => candidate.names.has(word) || candidate.texts.has(word)).length;
			return [word, bearers === 0 ? 0 : Math.log(1 + all.length / bearers)];
		}),
	);
	const scoreOf = (item: (typeof described)[number]): number =>
		questionWords.reduce(
			(sum, word) => sum + (weight.get(word) ?? 0) * (item.names.has(word) ? 2 : item.texts.has(word) ? 1 : 0),
			0,
		);
	const scores = new Map(described.map((item) => [item.name, scoreOf(item)]));
	const total = (item: (typeof described)[number]): number =>
		(scores.get(item.name) ?? 0) + 0.3 * Math.max(0, ...item.links.map((name) => scores.get(name) ?? 0));
	const kept = new Set(
		[...described]
			.sort((a, b) => total(b) - total(a))
			.slice(0, most)
			.map(({ item }) => item),
	);
	return all.filter((item) => kept.has(item));
}
