/** A value of a JSON text with its place: UTF-16 offsets, `end` is the first after it. */
export type Node = { readonly start: number; readonly end: number } & (
	| { readonly kind: 'object'; readonly members: readonly Member[] }
	| { readonly kind: 'array'; readonly items: readonly Node[] }
	| { readonly kind: 'string'; readonly value: string }
	| { readonly kind: 'other'; readonly value: number | boolean | null }
);

export interface Member {
	readonly key: string;
	readonly start: number;
	readonly end: number;
	readonly value: Node;
}

/** What is wrong in a text, and where. */
export interface Problem {
	readonly message: string;
	readonly start: number;
	readonly end: number;
}

export type ParsedJson = { readonly node: Node } | { readonly problem: Problem };

const deepest = 50;

/** Parses JSON as RFC 8259 says it, and keeps where everything stands. */
export function parseLocated(text: string): ParsedJson {
	try {
		const { node, next } = value(text, skip(text, 0), 0);
		const rest = skip(text, next);
		if (rest < text.length) throw wrong(text, rest, 'nothing more after the end of the JSON');
		return { node };
	} catch (error) {
		if (error instanceof Wrong) return { problem: error.problem };
		throw error;
	}
}

class Wrong extends Error {
	readonly problem: Problem;
	constructor(problem: Problem) {
		super(problem.message);
		this.problem = problem;
	}
}

type Read<T> = T & { readonly next: number };

function wrong(text: string, at: number, expected: string): Wrong {
	const found = text.slice(at).match(/^(?:[\w.+-]+|\S)/u)?.[0];
	const message = `This is not JSON: ${expected} must stand here, not ${found === undefined ? 'the end' : `"${found}"`}.`;
	return new Wrong({ message, start: at, end: at + (found?.length ?? 1) });
}

function skip(text: string, at: number): number {
	const space = /[ \t\r\n]*/y;
	space.lastIndex = at;
	space.exec(text);
	return space.lastIndex;
}

function value(text: string, at: number, depth: number): Read<{ node: Node }> {
	if (depth > deepest) throw new Wrong({ message: 'This is nested too deep.', start: at, end: at + 1 });
	if (text[at] === '{') return object(text, at, depth);
	if (text[at] === '[') return array(text, at, depth);
	if (text[at] === '"') {
		const { content, next } = string(text, at);
		return { node: { kind: 'string', value: content, start: at, end: next }, next };
	}
	const other = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
	other.lastIndex = at;
	const found = other.exec(text)?.[0];
	if (found === undefined) throw wrong(text, at, 'a value');
	const next = at + found.length;
	return { node: { kind: 'other', value: JSON.parse(found), start: at, end: next }, next };
}

function object(text: string, start: number, depth: number): Read<{ node: Node }> {
	const members: Member[] = [];
	let at = skip(text, start + 1);
	while (text[at] !== '}') {
		if (text[at] !== '"') throw wrong(text, at, members.length === 0 ? 'a name in quotes or "}"' : 'a name in quotes');
		const key = string(text, at);
		if (members.some((it) => it.key === key.content)) {
			throw new Wrong({ message: `"${key.content}" is there twice.`, start: at, end: key.next });
		}
		const colon = skip(text, key.next);
		if (text[colon] !== ':') throw wrong(text, colon, '":"');
		const { node, next } = value(text, skip(text, colon + 1), depth + 1);
		members.push({ key: key.content, start: at, end: key.next, value: node });
		at = separated(text, next, '}');
	}
	return { node: { kind: 'object', members, start, end: at + 1 }, next: at + 1 };
}

function array(text: string, start: number, depth: number): Read<{ node: Node }> {
	const items: Node[] = [];
	let at = skip(text, start + 1);
	while (text[at] !== ']') {
		const { node, next } = value(text, at, depth + 1);
		items.push(node);
		at = separated(text, next, ']');
	}
	return { node: { kind: 'array', items, start, end: at + 1 }, next: at + 1 };
}

/** Where the next item begins, or the closing sign stands. */
function separated(text: string, after: number, close: string): number {
	const at = skip(text, after);
	if (text[at] === close) return at;
	if (text[at] !== ',') throw wrong(text, at, `"," or "${close}"`);
	const next = skip(text, at + 1);
	if (text[next] === close) {
		throw new Wrong({ message: 'This is not JSON: remove this comma, nothing follows it.', start: at, end: at + 1 });
	}
	return next;
}

function string(text: string, at: number): Read<{ content: string }> {
	// The language forbids control characters in strings; this is where they are found.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
	const pattern = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
	pattern.lastIndex = at;
	const found = pattern.exec(text)?.[0];
	if (found !== undefined) return { content: JSON.parse(found), next: at + found.length };
	const line = text.slice(at).split('\n')[0] ?? '';
	const message =
		'This is not JSON: the text in quotes has no end on its line, or holds a sign that must be escaped with "\\".';
	throw new Wrong({ message, start: at, end: at + line.length });
}
