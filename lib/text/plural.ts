/** Names ending in these words can't be counted: nobody says "3 weathers". */
const uncountable =
	/(data|info|information|weather|traffic|history|metadata|inventory|stock|log|news|staff|geography|activity|money|equipment|software|music|feedback|detail|summary|master|fact|dim|lookup|mapping|stat|list|table|result|raw|all|main|test|total|v?\d+)$/i;

/** "country" → "countries". Plurals stay unchanged. */
export function plural(words: string): string {
	if (isPlural(words)) return words;
	if (/(s|x|z|ch|sh)$/i.test(words)) return `${words}es`;
	if (/(^|[^a-z])person$/i.test(words)) return words.replace(/erson$/i, 'eople');
	if (/(^|[^a-z])child$/i.test(words)) return `${words}ren`;
	if (/(^|[^a-z]|wo)man$/i.test(words)) return words.replace(/an$/i, 'en');
	return /[^aeiou]y$/i.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`;
}

/** Irregular-looking singulars ending in "ie" and "e": "movie", "house", "cache". */
const endsInE = /((mov|cook|zomb|calor|brown|rook|prair|(^|[^a-z])[a-z])ie|(ou|au|(^|[^a-z])u)se|cache)s$/i;

/** "countries" → "country". Singulars stay unchanged. */
export function singular(words: string): string {
	if (/(^|[^a-z])people$/i.test(words)) return words.replace(/eople$/i, 'erson');
	if (!isPlural(words) || /series$/i.test(words)) return words;
	if (/(^|[^a-z])children$/i.test(words)) return words.slice(0, -3);
	if (/(^|[^a-z]|wo)men$/i.test(words)) return words.replace(/en$/i, 'an');
	if (endsInE.test(words)) return words.slice(0, -1);
	if (/[^aeiou]ies$/i.test(words)) return `${words.slice(0, -3)}y`;
	return /(ss|us|x|[^aeiou]z|ch|sh)es$/i.test(words) ? words.slice(0, -2) : words.slice(0, -1);
}

const isPlural = (words: string): boolean =>
	(/s$/i.test(words) && !/(ss|us|is)$/i.test(words)) || /(^|[^a-z])(people|children|men|women)$/i.test(words);

/**
 * How to count a dataset's rows, from its name in words: "flights", "singers". Null if the name doesn't indicate it.
 */
export function countedAs(words: string): string | null {
	const [, head = words, rest = ''] = /^(.+?)([ _-](?:in|of|at|for|per|by)[ _-].*)$/i.exec(words) ?? [];
	if (isPlural(head) || /^\w+[^s]s[ _-]\w*(ed|made|sent|paid|sold|given|taken)$/i.test(head)) return words;
	return /^[a-z][a-z _-]+$/i.test(words) && !uncountable.test(head) ? plural(head) + rest : null;
}
