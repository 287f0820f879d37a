import type { BuildSpec, BuildSpecEdit, Definition, DefinitionFields } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { paths } from '../../routing/paths.ts';
import type { DraftText } from '../../storage/drafts.ts';
import { newDraftSource, worksheetName } from './draft-ids.ts';
import { bodyOf, type FieldName, fieldNames, fields, fieldsOf, mapFields } from './fields.ts';

/** A BuildSpec's definition as texts in fields, valid or not. */
export type WorkText = Readonly<DraftText>;

export const emptyText: WorkText = mapFields<WorkText>((name) => fields[name].empty);

export function textOf(spec: BuildSpecEdit): WorkText {
	const values = fieldsOf(spec);
	return mapFields<WorkText>((name) => fields[name].toText(values[name]));
}

export const sameText = (a: WorkText, b: WorkText): boolean =>
	fieldNames.every((name) => sameFieldText(a[name], b[name]));

const sameFieldText = (a: string | readonly string[], b: string | readonly string[]): boolean =>
	typeof a === 'string' || typeof b === 'string'
		? a === b
		: a.length === b.length && a.every((item, index) => item === b[index]);

/** Equal for equal texts. */
export const textKey = (text: WorkText): string => JSON.stringify(fieldNames.map((name) => text[name]));

/** The text with every dataset name in it replaced. */
export const replaceNames = (text: WorkText, replace: (name: string) => string): WorkText =>
	mapFields<WorkText>((name) => fields[name].replaceNames(text[name], replace));

export function namesIn(text: WorkText): readonly string[] {
	const names: string[] = [];
	replaceNames(text, (name) => {
		names.push(name);
		return name;
	});
	return names;
}

/** What BuildSpecs write besides their destinations, by their ids: a pipeline's datasets, as its runs show them. */
export type SpecTargets = ReadonlyMap<string, readonly DatasetCoordinate[]>;

/** All that a BuildSpec writes. A pipeline's destination is one of its targets as well. */
export const writesOf = ({ id, destination }: BuildSpec, targets: SpecTargets): DatasetCoordinate[] => [
	...new Map([destination, ...(targets.get(id) ?? [])].map((dataset) => [coordinateKey(dataset), dataset])).values(),
];

export const editOf = (spec: BuildSpecEdit): BuildSpecEdit => bodyOf(fieldsOf(spec));

/** Problems of fields, by the field's path as the service writes it: `destination`, `sources`, `sources.0`, `code`. */
export type FieldProblems = Readonly<Record<string, string>>;

/** What can be read of the fields, and what is wrong with the rest. Only a destination is absent where none is written. */
export function readFields(
	text: WorkText,
	me: string,
): { readonly definition: Definition; readonly problems: FieldProblems } {
	const values: Partial<DefinitionFields> = {};
	const problems: Record<string, string> = {};
	const read = <Name extends FieldName>(name: Name): void => {
		const { path, read } = fields[name];
		const value = read(text[name], me, (message, index) => {
			problems[index === undefined ? path : `${path}.${index}`] = message;
		});
		if (value !== undefined) values[name] = value;
	};
	fieldNames.forEach(read);
	return { definition: bodyOf(values as Omit<Definition, 'code'> & Definition['code']), problems };
}

/** Reads the fields into a definition whose destination may be absent, or says what is wrong with which field. */
export function readDefinition(
	text: WorkText,
	me: string,
): { readonly definition: Definition | null; readonly problems: FieldProblems } {
	const { definition, problems } = readFields(text, me);
	return { definition: Object.keys(problems).length > 0 ? null : definition, problems };
}

/** Where a kept draft goes on, and what it is called; the name of a saved BuildSpec's is that of the BuildSpec. */
export function draftLocation(draftId: string): { readonly to: string; readonly name: string | null } {
	const worksheet = worksheetName(draftId);
	if (worksheet !== null) return { to: paths.worksheet(worksheet), name: worksheet };
	const from = newDraftSource(draftId);
	if (from === undefined) return { to: paths.buildSpec(draftId), name: null };
	return { to: paths.newBuildSpec(from ?? undefined), name: 'A BuildSpec that isn’t created yet' };
}

/** What a code looks like: no statement begins with a brace, and every GitPipeline does, also while it is being written. */
export const likelyLanguage = (payload: string): 'sql' | 'json' => (/^\s*\{/.test(payload) ? 'json' : 'sql');
