import type { BuildSpec, BuildSpecEdit, Definition, DefinitionFields } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { paths } from '../../routing/paths.ts';
import type { DraftText } from '../../storage/drafts.ts';
import { newDraftSource, worksheetName } from './draft-ids.ts';
import { bodyOf, type FieldName, fieldNames, fields, fieldsOf, mapFields } from './fields.ts';

/** A BuildSpec's definition as field texts, valid or not. */
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

/** What BuildSpecs write besides their destinations, by id: a pipeline's datasets, from its runs. */
export type SpecTargets = ReadonlyMap<string, readonly DatasetCoordinate[]>;

/** Everything a BuildSpec writes. A pipeline's destination is also one of its targets. */
export const writesOf = ({ id, destination }: BuildSpec, targets: SpecTargets): DatasetCoordinate[] => [
	...new Map([destination, ...(targets.get(id) ?? [])].map((dataset) => [coordinateKey(dataset), dataset])).values(),
];

export const editOf = (spec: BuildSpecEdit): BuildSpecEdit => bodyOf(fieldsOf(spec));

/** Problems by the service's field path: `destination`, `sources`, `sources.0`, `code`. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Parses valid fields and reports the rest. Only the destination may be absent. */
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

/** Parses the fields into a definition whose destination may be absent, or reports problems by field. */
export function readDefinition(
	text: WorkText,
	me: string,
): { readonly definition: Definition | null; readonly problems: FieldProblems } {
	const { definition, problems } = readFields(text, me);
	return { definition: Object.keys(problems).length > 0 ? null : definition, problems };
}

/** Location and name of a stored draft. A saved BuildSpec's draft has its name. */
export function draftLocation(draftId: string): { readonly to: string; readonly name: string | null } {
	const worksheet = worksheetName(draftId);
	if (worksheet !== null) return { to: paths.worksheet(worksheet), name: worksheet };
	const from = newDraftSource(draftId);
	if (from === undefined) return { to: paths.buildSpec(draftId), name: null };
	return { to: paths.newBuildSpec(from ?? undefined), name: 'New BuildSpec (not created yet)' };
}

/** Guesses the language: no SQL statement starts with a brace, and every GitPipeline does, even while being written. */
export const likelyLanguage = (payload: string): 'sql' | 'json' => (/^\s*\{/.test(payload) ? 'json' : 'sql');
