import { type BuildSpec, type BuildSpecEdit, type DefinitionFields, maxPayloadLength } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { formatCount } from '../../../lib/format.ts';
import { type FieldName, fields, fieldsOf, sidePaneFields } from '../fields.ts';
import { LineProblem, quoted, unquoted } from '../file-lines.ts';
import { likelyLanguage } from '../model.ts';

/** A file: a header in comments of the code's language (SQL, or YAML for JSON), followed by the code. */
export interface SpecFile extends Readonly<DefinitionFields> {
	/** Null if the header has none: it will be created. */
	readonly id: string | null;
	readonly version: number | null;
}

/** Why a file is rejected; 1-based line. */
export interface FileProblem {
	readonly line: number;
	readonly message: string;
}

const title = 'BuildSpec file 1';
const kinds = {
	sql: { language: 'sql', sign: '--', ending: '.sql' },
	json: { language: 'git-pipeline', sign: '#', ending: '.yaml' },
} as const;
const languages: readonly string[] = Object.values(kinds).map((kind) => kind.language);
/** Lone surrogates can't be encoded in a file. JSON escapes them. */
const loneSurrogate = /\p{Surrogate}/u;

const isList = (name: FieldName): boolean => fields[name].shape === 'list';
/** In file order: possibly long lists come last. */
const headerFields = [...sidePaneFields].sort((a, b) => Number(isList(a)) - Number(isList(b)));
const headerKeys = headerFields.map((name) => fields[name].file?.key).join(', ');

function fieldLines<Name extends FieldName>(name: Name, values: DefinitionFields): string[] {
	const { file } = fields[name];
	return file === null ? [] : file.write(values[name]).map((line) => `${file.key}: ${line}`);
}

/** Writes a BuildSpec as a file. `ending` is `.sql`, or `.yaml` for a GitPipeline. */
export function writeSpecFile(spec: Pick<BuildSpec, 'id' | 'version'> & BuildSpecEdit): {
	readonly ending: string;
	readonly text: string;
} {
	const values = fieldsOf(spec);
	const { payload } = values;
	const { language, sign, ending } = kinds[likelyLanguage(payload)];
	const asJson = loneSurrogate.test(payload);
	const lines = [
		`${title} from Dataset Console. The code starts below the line "code".`,
		`id: ${quoted(spec.id)}`,
		`version: ${spec.version}`,
		`language: ${language}`,
		...headerFields.flatMap((name) => fieldLines(name, values)),
		asJson ? 'code as JSON' : 'code',
	];
	const header = lines.map((line) => `${sign} ${line}\n`).join('');
	return { ending, text: header + (asJson ? JSON.stringify(payload) : payload) };
}

/** Reads a file from `writeSpecFile` or one written by hand; line endings may be CRLF. */
export function readSpecFile(
	text: string,
): { readonly file: SpecFile; readonly problem: null } | { readonly file: null; readonly problem: FileProblem } {
	const header: Header = { line: 0, id: null, version: null, lines: new Map(), seen: new Set() };
	try {
		return { file: read(text, header), problem: null };
	} catch (error) {
		if (!(error instanceof LineProblem)) throw error;
		return { file: null, problem: { line: header.line, message: error.message } };
	}
}

interface Header {
	/** 1-based current line. */
	line: number;
	id: string | null;
	version: number | null;
	/** Lines of each field, without keys. */
	readonly lines: Map<FieldName, string[]>;
	readonly seen: Set<string>;
}

/** @throws LineProblem at the header's line */
function read(text: string, header: Header): SpecFile {
	let sign = '';
	for (let index = 0; ; ) {
		header.line += 1;
		const end = text.indexOf('\n', index);
		const whole = text.slice(index, end < 0 ? text.length : end).replace(/\r$/, '');
		if (header.line === 1) sign = readTitle(whole);
		else {
			const content = whole.startsWith(sign) ? whole.slice(sign.length).trim() : null;
			if (content === 'code' || content === 'code as JSON') {
				const rest = end < 0 ? '' : text.slice(end + 1);
				return finish(header, content === 'code' ? rest : readJson(rest, header));
			}
			if (content === null && !(whole === '' && end < 0)) {
				throw new LineProblem(`The header must end with a "${sign} code" line, followed by the code.`);
			}
			if (content !== null) readLine(header, content);
		}
		if (end < 0) throw new LineProblem(`The file has no "${sign} code" line. Add one just above the code.`);
		index = end + 1;
	}
}

function readTitle(line: string): string {
	const [, sign, number] = /^(--|#) BuildSpec file (\d+)\b/.exec(line) ?? [];
	if (sign === undefined) {
		throw new LineProblem(`A BuildSpec file must start with "-- ${title}" (or "# ${title}").`);
	}
	if (number !== '1')
		throw new LineProblem(
			`The file has format ${number}, but this console reads only format 1. Import it with a newer version of the console.`,
		);
	return sign;
}

function readLine(header: Header, content: string): void {
	const [, key = '', value = ''] = /^([^:\s]+)\s*:\s*(.*)$/.exec(content) ?? [];
	const name = headerFields.find((field) => fields[field].file?.key === key);
	const mayRepeat = name !== undefined && isList(name);
	if (!mayRepeat && header.seen.has(key)) throw new LineProblem(`"${key}" appears twice. Remove one of the lines.`);
	header.seen.add(key);
	if (name !== undefined) {
		// Problems of the value are reported at its own line.
		fields[name].file?.read([value]);
		const lines = header.lines.get(name) ?? [];
		lines.push(value);
		header.lines.set(name, lines);
		return;
	}
	switch (key) {
		case 'id':
			header.id = unquoted(value);
			if (header.id === '')
				throw new LineProblem('The ID is empty. Enter an ID, or remove the line to create a BuildSpec.');
			return;
		case 'version':
			if (!/^\d{1,15}$/.test(value)) throw new LineProblem(`The version must be a whole number, not "${value}".`);
			header.version = Number(value);
			return;
		case 'language':
			if (languages.includes(value)) return;
			throw new LineProblem(`Unknown language "${value}". Use one of: ${languages.join(', ')}.`);
		default:
			throw new LineProblem(
				`"${content}" isn’t a valid header line. Use one of: id, version, language, ${headerKeys}. The header’s last line must be "code".`,
			);
	}
}

function readJson(rest: string, header: Header): string {
	try {
		const payload: unknown = JSON.parse(rest);
		if (typeof payload === 'string') return payload;
	} catch {
		// Reported below.
	}
	header.line += 1;
	throw new LineProblem('The code must be a single JSON string, because the header ends with "code as JSON".');
}

function finish({ id, version, lines }: Header, payload: string): SpecFile {
	const beside = headerFields.map((name) => {
		const { file } = fields[name];
		const value = file?.read(lines.get(name) ?? []);
		if (value === undefined) throw new LineProblem(`The header has no "${file?.key}" line. Add one.`);
		return [name, value];
	});
	if (payload.trim() === '') throw new LineProblem('The code is missing. Add it below this line.');
	if (payload.length > maxPayloadLength) {
		throw new LineProblem(`The code is too long. Use at most ${formatCount(maxPayloadLength)} characters.`);
	}
	const values = Object.fromEntries(beside) as Omit<DefinitionFields, 'payload'>;
	return { id, version, ...values, payload };
}

export const nameOf = (file: SpecFile): string => formatCoordinate(file.destination);
