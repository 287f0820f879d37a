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

/** Parses JSON with every number as the text that it was written as. @throws SyntaxError */
export const parseExact = (text: string): unknown => parse(text, undefined, (_key, digits) => new JsonText(digits));
