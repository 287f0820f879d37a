/** What is known of a dataset before its rows are looked at. */
export interface Told {
	readonly name: string;
	/** Its descriptions and its columns' names. */
	readonly text: string;
	/** Names of the datasets that it is linked with. */
	readonly links: readonly string[];
}

const words = (text: string): string[] =>
	text
		.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter((it) => it.length > 2)
		.map((it) => it.replace(/(ies|es|s)$/, ''));

/**
 * Of many datasets those that a question speaks of: rare words of it count more than frequent ones, a name more than a
 * description, and what a good one is linked with comes along. Few are all kept, in their order.
 */
export function relevant<T>(all: readonly T[], question: string, most: number, tell: (it: T) => Told): T[] {
	if (all.length <= most) return [...all];
	const told = all.map((it) => {
		const { name, text, links } = tell(it);
		return { it, name, names: new Set(words(name)), texts: new Set(words(text)), links };
	});
	const asked = [...new Set(words(question))];
	const weight = new Map(
		asked.map((word) => {
			const bearers = told.filter((it) => it.names.has(word) || it.texts.has(word)).length;
			return [word, bearers === 0 ? 0 : Math.log(1 + all.length / bearers)];
		}),
	);
	const scoreOf = (it: (typeof told)[number]): number =>
		asked.reduce(
			(sum, word) => sum + (weight.get(word) ?? 0) * (it.names.has(word) ? 2 : it.texts.has(word) ? 1 : 0),
			0,
		);
	const scores = new Map(told.map((it) => [it.name, scoreOf(it)]));
	const total = (it: (typeof told)[number]): number =>
		(scores.get(it.name) ?? 0) + 0.3 * Math.max(0, ...it.links.map((name) => scores.get(name) ?? 0));
	const kept = new Set(
		[...told]
			.sort((a, b) => total(b) - total(a))
			.slice(0, most)
			.map(({ it }) => it),
	);
	return all.filter((it) => kept.has(it));
}
