import type { BuildSpecEdit } from '#contract/build-spec.ts';
import type { SubError } from '#contract/error.ts';
import { fieldNames, fields } from './fields.ts';
import { type FieldProblems, readDefinition, type WorkText } from './model.ts';

export const noProblems: FieldProblems = {};

/** As `readDefinition`, for saving: required fields, such as the destination and the code, must not be blank. */
export function readEdit(
	text: WorkText,
	me: string,
):
	| { readonly edit: BuildSpecEdit; readonly problems: null }
	| { readonly edit: null; readonly problems: FieldProblems } {
	const read = readDefinition(text, me);
	if (read.problems !== null) return { edit: null, problems: read.problems };
	for (const name of fieldNames) {
		const { path, required } = fields[name];
		if (required !== null && text[name].toString().trim() === '') return { edit: null, problems: { [path]: required } };
	}
	return { edit: read.definition as BuildSpecEdit, problems: null };
}

/** `sources`, `sources.0`, `destination`, `code`, each alone or before what lies in it. */
const fieldPath = new RegExp(
	`^(${Object.values(fields)
		.map(({ path, shape }) => (shape === 'list' ? `${path}(?:\\.\\d+)?` : path))
		.join('|')})(\\.|$)`,
);

/** Puts the service's sub-errors (`sources.0.namespace`) at the field they speak of; the rest is returned as it came. */
export function problemsOf(subErrors: readonly SubError[]): { fields: FieldProblems; others: SubError[] } {
	const fields: Record<string, string> = {};
	const others: SubError[] = [];
	for (const it of subErrors) {
		const field = fieldPath.exec(it.code)?.[1];
		if (field === undefined) others.push(it);
		else fields[field] = field in fields ? `${fields[field]} ${it.message}` : it.message;
	}
	return { fields, others };
}
