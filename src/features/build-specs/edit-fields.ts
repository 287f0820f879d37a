import type { BuildSpecEdit } from '#contract/build-spec.ts';
import { isApiError } from '../../api/api-error.ts';
import { fieldNames, fields } from './fields.ts';
import { type FieldProblems, readDefinition, type WorkText } from './model.ts';

export const noProblems: FieldProblems = {};

/** Like `readDefinition`, for saving: required fields such as destination and code must not be blank. */
export function readEdit(
	text: WorkText,
	me: string,
): { readonly edit: BuildSpecEdit | null; readonly problems: FieldProblems } {
	const { definition, problems } = readDefinition(text, me);
	if (definition === null) return { edit: null, problems };
	for (const name of fieldNames) {
		const { path, required } = fields[name];
		if (required !== null && text[name].toString().trim() === '') return { edit: null, problems: { [path]: required } };
	}
	return { edit: definition as BuildSpecEdit, problems };
}

/** `sources`, `sources.0`, `destination`, `code`, alone or as prefixes. */
const fieldPath = new RegExp(
	`^(${Object.values(fields)
		.map(({ path, shape }) => (shape === 'list' ? `${path}(?:\\.\\d+)?` : path))
		.join('|')})(\\.|$)`,
);

/** The service's sub-errors (`sources.0.namespace`) by field. Others are dropped. */
export function fieldProblems(error: unknown): FieldProblems {
	const problems: Record<string, string> = {};
	for (const { path, message } of isApiError(error) ? error.subErrors : []) {
		const field = fieldPath.exec(path ?? '')?.[1];
		if (field !== undefined) problems[field] = field in problems ? `${problems[field]} ${message}` : message;
	}
	return problems;
}
