import type { BuildSpec } from '#contract/build-spec.ts';
import { maxPayloadLength } from '#contract/build-spec.ts';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { explainName } from '#contract/ids.ts';
import { likelyLanguage } from './model.ts';

/**
 * A BuildSpec as a file: a header of comment lines, then its code as it is, to the file's last character. The header is
 * a comment in the language of the code, so that the file is SQL, or the YAML that a GitPipeline's JSON is.
 */
export interface SpecFile {
	/** Null where the header names none: it is to be created. */
	readonly id: string | null;
	/** The version that was exported; null where the header names none. */
	readonly version: number | null;
	readonly sources: readonly DatasetCoordinate[];
	readonly destination: DatasetCoordinate;
	readonly payload: string;
	/** The header's last line, from 1. */
	readonly codeLine: number;
}

/** Why a file cannot be taken; the line counts from 1. */
export interface FileProblem {
	readonly line: number;
	readonly message: string;
}

const title = 'BuildSpec file 1';
const kinds = {
	sql: { language: 'sql', sign: '--', ending: '.sql' },
	json: { language: 'git-pipeline', sign: '#', ending: '.yaml' },
} as const;
const languages: readonly string[] = Object.values(kinds).map((it) => it.language);
/** Half a character, which no file can hold: JSON writes it in ASCII. */
const loneSurrogate = /\p{Surrogate}/u;

/** The file of a BuildSpec: `ending` is `.sql`, or `.yaml` for a GitPipeline. */
export function writeSpecFile(spec: Pick<BuildSpec, 'id' | 'version' | 'sources' | 'destination' | 'code'>): {
	readonly ending: string;
	readonly text: string;
} {
	const { payload } = spec.code;
	const { language, sign, ending } = kinds[likelyLanguage(payload)];
	const asJson = loneSurrogate.test(payload);
	const lines = [
		`${title} of the Dataset Console. The code begins below the line "code".`,
		`id: ${quoted(spec.id)}`,
		`version: ${spec.version}`,
		`language: ${language}`,
		`destination: ${writeCoordinate(spec.destination)}`,
		...spec.sources.map((it) => `source: ${writeCoordinate(it)}`),
		asJson ? 'code as JSON' : 'code',
	];
	const header = lines.map((it) => `${sign} ${it}\n`).join('');
	return { ending, text: header + (asJson ? JSON.stringify(payload) : payload) };
}

/** What would end a line or a name, or be lost at its ends. */
const unsafe = /[%/\p{Cc}\p{Zl}\p{Zp}]|^\s|\s$/gu;
const quoted = (name: string): string => name.replaceAll(unsafe, encodeURIComponent);
const writeCoordinate = ({ owner, namespace, datasetName }: DatasetCoordinate): string =>
	[owner, namespace, datasetName].map(quoted).join('/');

/** Reads a file that `writeSpecFile` wrote, or that somebody wrote like it; its line ends may have become `\r\n`. */
export function readSpecFile(
	text: string,
): { readonly file: SpecFile; readonly problem: null } | { readonly file: null; readonly problem: FileProblem } {
	try {
		return { file: read(text), problem: null };
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return { file: null, problem: { line: error.line, message: error.message } };
	}
}

class Refusal extends Error {
	readonly line: number;
	constructor(line: number, message: string) {
		super(message);
		this.line = line;
	}
}

interface Header {
	id: string | null;
	version: number | null;
	destination: DatasetCoordinate | null;
	readonly sources: DatasetCoordinate[];
	readonly seen: Set<string>;
}

function read(text: string): SpecFile {
	const header: Header = { id: null, version: null, destination: null, sources: [], seen: new Set() };
	let sign = '';
	for (let line = 1, at = 0; ; line += 1) {
		const end = text.indexOf('\n', at);
		const whole = text.slice(at, end < 0 ? text.length : end).replace(/\r$/, '');
		if (line === 1) sign = readTitle(whole);
		else {
			const said = whole.startsWith(sign) ? whole.slice(sign.length).trim() : null;
			if (said === 'code' || said === 'code as JSON') {
				const rest = end < 0 ? '' : text.slice(end + 1);
				return finish(header, said === 'code' ? rest : readJson(rest, line + 1), line);
			}
			if (said === null && !(whole === '' && end < 0)) {
				throw new Refusal(line, `The header ends here without the line "${sign} code", below which the code begins.`);
			}
			if (said !== null) readLine(header, said, line);
		}
		if (end < 0) throw new Refusal(line, `The file ends without the line "${sign} code", below which the code begins.`);
		at = end + 1;
	}
}

function readTitle(line: string): string {
	const [, sign, number] = /^(--|#) BuildSpec file (\d+)\b/.exec(line) ?? [];
	if (sign === undefined) {
		throw new Refusal(1, `It does not begin with "-- ${title}" (or "# ${title}"), as a BuildSpec's file does.`);
	}
	if (number !== '1') throw new Refusal(1, `A newer console wrote it, in format ${number}. This one reads format 1.`);
	return sign;
}

function readLine(header: Header, said: string, line: number): void {
	const [, key = '', value = ''] = /^([^:\s]+)\s*:\s*(.*)$/.exec(said) ?? [];
	if (key !== 'source' && header.seen.has(key)) throw new Refusal(line, `There is a second "${key}".`);
	header.seen.add(key);
	switch (key) {
		case 'id':
			header.id = readName(value, line);
			if (header.id === '') throw new Refusal(line, 'The id is empty. Leave the line out to create a BuildSpec.');
			return;
		case 'version':
			if (!/^\d{1,15}$/.test(value)) throw new Refusal(line, `The version is not a number: "${value}".`);
			header.version = Number(value);
			return;
		case 'language':
			if (languages.includes(value)) return;
			throw new Refusal(line, `The language "${value}" is not known. There are: ${languages.join(', ')}.`);
		case 'destination':
			header.destination = readCoordinate(value, line);
			return;
		case 'source':
			header.sources.push(readCoordinate(value, line));
			return;
		default:
			throw new Refusal(
				line,
				`"${said}" is not a line of a BuildSpec's header: id, version, language, destination, source, and code at its end.`,
			);
	}
}

function readName(value: string, line: number): string {
	try {
		return decodeURIComponent(value);
	} catch {
		throw new Refusal(line, `"${value}" has a % that is not followed by two hexadecimal digits.`);
	}
}

function readCoordinate(value: string, line: number): DatasetCoordinate {
	const [owner, namespace, datasetName, ...more] = value.split('/').map((it) => readName(it, line));
	if (owner === undefined || namespace === undefined || datasetName === undefined || more.length > 0) {
		throw new Refusal(line, `"${value}" is not a dataset. Write it as owner/namespace/dataset.`);
	}
	const problem =
		explainName(owner, 'The owner') ??
		explainName(namespace, 'The namespace') ??
		explainName(datasetName, 'The dataset');
	if (problem !== null) throw new Refusal(line, problem);
	return { owner, namespace, datasetName };
}

function readJson(rest: string, line: number): string {
	try {
		const payload: unknown = JSON.parse(rest);
		if (typeof payload === 'string') return payload;
	} catch {
		// Said below.
	}
	throw new Refusal(line, 'The code should be one JSON string, as the line above says.');
}

function finish({ id, version, destination, sources }: Header, payload: string, codeLine: number): SpecFile {
	if (destination === null) throw new Refusal(codeLine, 'The header names no destination.');
	if (payload.trim() === '') throw new Refusal(codeLine, 'There is no code below this line.');
	if (payload.length > maxPayloadLength) {
		throw new Refusal(codeLine, `The code below is longer than ${maxPayloadLength} characters.`);
	}
	return { id, version, sources, destination, payload, codeLine };
}

/** How a file's BuildSpec is called: by its destination, as everywhere. */
export const nameOf = (file: SpecFile): string => formatCoordinate(file.destination);
