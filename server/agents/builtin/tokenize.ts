import { stem } from './stem.ts';

export interface Token {
	/** As written. */
	readonly text: string;
	/** Lower case, without apostrophes. */
	readonly word: string;
	readonly stem: string;
	/** Set for digits: "1,000", "3.5", "100k", "5%". */
	readonly number: number | null;
	/** In quotation marks: taken literally. */
	readonly quoted: boolean;
	/** After a comma, semicolon or colon. */
	readonly afterPause: boolean;
}

const pattern =
	/"([^"]+)"|“([^”]+)”|(?<=^|[\s(,])'([^']+)'(?=$|[\s),.?!])|(\d{4}-\d{2}-\d{2})|(\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(k|m|bn|%)?(?![\p{L}\d])|([\p{L}\d]+(?:['’][\p{L}\d]+)*)|(>=|<=|<>|!=|[<>=≥≤])|([,;:])/giu;

const factors: Record<string, number> = { k: 1e3, m: 1e6, bn: 1e9 };

export function tokenize(text: string): Token[] {
	const tokens: Token[] = [];
	let afterPause = false;
	const push = (source: string, word: string, more: Partial<Token> = {}) => {
		tokens.push({ text: source, word, stem: stem(word), number: null, quoted: false, afterPause, ...more });
		afterPause = false;
	};
	for (const match of text.replaceAll('’', "'").matchAll(pattern)) {
		const [whole, double, curly, single, date, digits, suffix, word, sign, pause] = match;
		const quoted = double ?? curly ?? single;
		if (pause !== undefined) afterPause = true;
		else if (quoted !== undefined) push(quoted, quoted.toLowerCase(), { quoted: true });
		else if (date !== undefined) push(date, date);
		else if (digits !== undefined) {
			const number = Number(digits.replaceAll(',', '')) * (factors[suffix?.toLowerCase() ?? ''] ?? 1);
			push(whole, whole.toLowerCase(), { number });
		} else if (sign !== undefined) push(sign, sign);
		else for (const part of withoutPossessive(word ?? '')) push(part, part.toLowerCase().replaceAll("'", ''));
	}
	return tokens;
}

/** The text of some of a question's words, as written. */
export const textBetween = (tokens: readonly Token[], from: number, to: number): string =>
	tokens
		.slice(from, to)
		.map(({ text }) => text)
		.join(' ');

/** "what's" is two words, "airport's" is one, "O'Hare" stays whole. */
function withoutPossessive(word: string): string[] {
	const [, head] = /^(.+)'(s|re|ve|d|ll)$/i.exec(word) ?? [];
	if (head !== undefined) return /^(what|who|where|when|how|that|there|it|they)$/i.test(head) ? [head, 'is'] : [head];
	const [, verb] = /^(.+)n't$/i.exec(word) ?? [];
	return verb === undefined ? [word] : [verb, 'not'];
}

/** A name as words; unchanged if it has none. */
export const nameInWords = (name: string): string => wordsOf(name).join(' ') || name;

/** The words of a name or value: split on case, underscores, spaces and punctuation. */
export const wordsOf = (text: string): string[] =>
	// The same for plain letters, in a third of the time, because values are read by the ten thousand.
	/^[A-Za-z\d _.-]*$/.test(text) ? plainWordsOf(text) : anyWordsOf(text);

const plainWordsOf = (text: string): string[] =>
	text
		.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[ _.-]+/)
		.filter((part) => part !== '');

const anyWordsOf = (text: string): string[] =>
	text
		.replaceAll(/['’]/g, '')
		.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter((part) => part !== '');
