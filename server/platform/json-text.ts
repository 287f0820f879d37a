import { parse } from 'json-custom-numbers';

/** A value that is JSON text already, for example a row as the engine wrote it: no digit of it passes through a double. */
export class JsonText {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	toString(): string {
		return this.text;
	}
}

/** JSON of a value in which JsonText stands for itself. Members that are undefined are left out. */
export function writeJson(value: unknown): string {
	if (value instanceof JsonText) return value.text;
	if (Array.isArray(value)) return `[${value.map((it) => writeJson(it ?? null)).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
	const members = Object.entries(value).filter(([, it]) => it !== undefined);
	return `{${members.map(([name, it]) => `${JSON.stringify(name)}:${writeJson(it)}`).join(',')}}`;
}

/** Deeper than people nest, and far from where a function that calls itself once a level runs out of stack. */
const deepest = 100;
export const tooDeep = `nested more than ${deepest} levels deep`;

/** Whether brackets outside of texts are nested too deeply to work on. */
export function isTooDeep(json: string): boolean {
	let depth = 0;
	let isText = false;
	for (let at = 0; at < json.length; at += 1) {
		const sign = json[at];
		if (sign === '"') isText = !isText;
		else if (isText && sign === '\\') at += 1;
		else if (isText) continue;
		else if (sign === '[' || sign === '{') depth += 1;
		else if (sign === ']' || sign === '}') depth -= 1;
		if (depth > deepest) return true;
	}
	return false;
}

/** Parses JSON with every number as the text that it was written as. @throws SyntaxError */
export const parseExact = (text: string): unknown => parse(text, undefined, (_key, digits) => new JsonText(digits));
