import type { BuildSpecEdit } from '#contract/build-spec.ts';
import type { SubError } from '#contract/error.ts';
import { type FieldProblems, readDefinition, type WorkText } from './model.ts';

export const noProblems: FieldProblems = {};

/** As `readDefinition`, for saving: a destination and some code are required. */
export function readEdit(
	text: WorkText,
	me: string,
):
	| { readonly edit: BuildSpecEdit; readonly problems: null }
	| { readonly edit: null; readonly problems: FieldProblems } {
	const read = readDefinition(text, me);
	if (read.problems !== null) return { edit: null, problems: read.problems };
	const { sources, destination, code } = read.definition;
	if (destination === undefined) {
		return {
			edit: null,
			problems: { destination: 'Say which dataset this BuildSpec builds, for example aviation/delays.' },
		};
	}
	if (code.payload.trim() === '') {
		return { edit: null, problems: { code: 'There is no code. Write what this BuildSpec is to run, then save it.' } };
	}
	return { edit: { sources, destination, code }, problems: null };
}

const fieldPath = /^(sources\.\d+|sources|destination|code)(\.|$)/;

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
