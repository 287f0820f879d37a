/** Last words of names whose rows aren't counted by that name: nobody says "3 weathers". */
const uncountable =
	/(data|info|information|weather|traffic|history|metadata|inventory|stock|log|news|staff|geography|activity|money|equipment|software|music|feedback|detail|summary|master|fact|dim|lookup|mapping|stat|list|table|result|raw|all|main|test|total|v?\d+)$/i;

/** "countries" of "country"; a name that is plural already stays. */
export function plural(words: string): string {
	if (isPlural(words)) return words;
	if (/(s|x|z|ch|sh)$/i.test(words)) return `${words}es`;
	if (/(^|[^a-z])person$/i.test(words)) return words.replace(/erson$/i, 'eople');
	return /[^aeiou]y$/i.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`;
}

/** "country" of "countries"; a name that is singular already stays. */
export function singular(words: string): string {
	if (/(^|[^a-z])people$/i.test(words)) return words.replace(/eople$/i, 'erson');
	if (!isPlural(words) || /series$/i.test(words)) return words;
	if (/[^aeiou]ies$/i.test(words)) return `${words.slice(0, -3)}y`;
	return /(ss|x|z|ch|sh)es$/i.test(words) ? words.slice(0, -2) : words.slice(0, -1);
}

const isPlural = (words: string): boolean =>
	(/s$/i.test(words) && !/(ss|us|is)$/i.test(words)) || /(^|[^a-z])(people|children|men|women)$/i.test(words);

/** What a dataset's rows are called when they are counted, given its name in words: "flights", "singers"; null where the name doesn't say. */
export function countedAs(words: string): string | null {
	const [, head = words, rest = ''] = /^(.+?)([ _-](?:in|of|at|for|per|by)[ _-].*)$/i.exec(words) ?? [];
	if (isPlural(head)) return words;
	return /^[a-z][a-z _-]+$/i.test(words) && !uncountable.test(head) ? plural(head) + rest : null;
}
