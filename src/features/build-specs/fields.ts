import { type BuildSpecEdit, type DefinitionFields, maxPayloadLength, maxSources } from '#contract/build-spec.ts';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { formatCount } from '../../lib/format.ts';
import type { DraftText } from '../../storage/drafts.ts';
import { readCoordinate } from '../names/model.ts';
import { datasetLine, datasetLines, type FileLines } from './file-lines.ts';

export type FieldName = keyof DefinitionFields;

/** Everything specific to one field of a BuildSpec. Code that handles whole definitions derives from this. */
export interface FieldDefinition<Value, Text> {
	/** Name of the field when shown alone. */
	readonly title: string;
	/** Label of the field in a list of changes. */
	readonly label: string;
	/** How changes are merged and displayed: as a set, a single value, or lines in the code editor. */
	readonly shape: Text extends string ? 'value' | 'lines' : 'list';
	/** Path in the service's errors: `destination`. List items add their index: `sources.0`. */
	readonly path: string;
	readonly empty: Text;
	/** The error when it's blank; null if it may be. */
	readonly required: string | null;
	toText(value: Value): Text;
	/** Parses what is valid and reports the rest. Undefined if there is nothing. */
	read(text: Text, me: string, report: (message: string, index?: number) => void): Value | undefined;
	/** Lines of the field in a BuildSpec's file; null for the code, which follows them. */
	readonly file: FileLines<Value> | null;
	replaceNames(text: Text, replace: (name: string) => string): Text;
}

const dataset = {
	shape: 'value',
	empty: '',
	toText: formatCoordinate,
	read(text: string, me: string, report: (message: string) => void): DatasetCoordinate | undefined {
		if (text.trim() === '') return undefined;
		const { coordinate, problem } = readCoordinate(text, me);
		if (problem !== null) report(problem);
		return coordinate ?? undefined;
	},
	replaceNames: (text: string, replace: (name: string) => string) => replace(text),
} as const;

const datasets = {
	shape: 'list',
	empty: [],
	toText: (value: readonly DatasetCoordinate[]) => value.map(formatCoordinate),
	replaceNames: (text: readonly string[], replace: (name: string) => string) => text.map(replace),
} as const;

const code = {
	shape: 'lines',
	empty: '',
	toText: (value: string) => value,
	replaceNames: (text: string) => text,
} as const;

/** The compiler requires an entry for every field in the contract. */
export const fields: { readonly [Name in FieldName]: FieldDefinition<DefinitionFields[Name], DraftText[Name]> } = {
	sources: {
		...datasets,
		title: 'Sources',
		label: 'From',
		path: 'sources',
		file: { key: 'source', ...datasetLines },
		required: null,
		read(text, me, report) {
			const value = text.flatMap((name, index) => {
				const { coordinate, problem } = readCoordinate(name, me);
				if (problem !== null) report(`${name}: ${problem}`, index);
				return coordinate ?? [];
			});
			if (text.length > maxSources) report(`Use at most ${maxSources} sources.`);
			return value;
		},
	},
	destination: {
		...dataset,
		title: 'Destination',
		label: 'To',
		path: 'destination',
		file: { key: 'destination', ...datasetLine },
		required: 'Enter the dataset to build, such as aviation/delays.',
	},
	payload: {
		...code,
		title: 'Code',
		label: 'Code',
		path: 'code',
		file: null,
		required: 'Enter the code to run.',
		read(text, _me, report) {
			if (text.length > maxPayloadLength) report(`Use at most ${formatCount(maxPayloadLength)} characters of code.`);
			return text;
		},
	},
};

export const fieldNames = Object.keys(fields) as readonly FieldName[];

export const sidePaneFields = fieldNames.filter((name) => fields[name].shape !== 'lines');

export const mapFields = <Result extends { readonly [Name in FieldName]: unknown }>(
	make: <Name extends FieldName>(name: Name) => Result[Name],
): Result => Object.fromEntries(fieldNames.map((name) => [name, make(name)])) as Result;

export function fieldsOf(spec: BuildSpecEdit): DefinitionFields {
	const all: DefinitionFields = { ...spec, payload: spec.code.payload };
	return mapFields<DefinitionFields>((name) => all[name]);
}

export function bodyOf<Fields extends Pick<DefinitionFields, 'payload'>>(fields: Fields) {
	const { payload, ...others } = fields;
	return { ...others, code: { payload } };
}
