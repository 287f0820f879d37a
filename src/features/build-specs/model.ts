import type { BuildSpec, BuildSpecEdit, Definition } from '#contract/build-spec.ts';
import { maxPayloadLength, maxSources } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import type { SubError } from '#contract/error.ts';
import { paths } from '../../routing/paths.ts';
import { readCoordinate } from '../names/model.ts';
import { newDraftSource } from './draft-id.ts';
import { scratchName } from './scratch-drafts.ts';

/** A BuildSpec's definition as texts in fields, valid or not. */
export interface WorkText {
	readonly sources: readonly string[];
	readonly destination: string;
	readonly payload: string;
}

export const emptyText: WorkText = { sources: [], destination: '', payload: '' };

export const textOf = (spec: Pick<BuildSpec, 'sources' | 'destination' | 'code'>): WorkText => ({
	sources: spec.sources.map(formatCoordinate),
	destination: formatCoordinate(spec.destination),
	payload: spec.code.payload,
});

export const sameText = (a: WorkText, b: WorkText): boolean =>
	a.payload === b.payload &&
	a.destination === b.destination &&
	a.sources.length === b.sources.length &&
	a.sources.every((it, index) => it === b.sources[index]);

/** Problems of fields, by the field's path as the service writes it: `destination`, `sources`, `sources.0`, `code`. */
export type FieldProblems = Readonly<Record<string, string>>;

export const noProblems: FieldProblems = {};

/** Reads the fields into a definition whose destination may be absent, or says what is wrong with which field. */
export function readDefinition(
	text: WorkText,
	me: string,
):
	| { readonly definition: Definition; readonly problems: null }
	| { readonly definition: null; readonly problems: FieldProblems } {
	const problems: Record<string, string> = {};
	const sources = text.sources.flatMap((it, index) => {
		const read = readCoordinate(it, me);
		if (read.coordinate === null) problems[`sources.${index}`] = `${it}: ${read.problem}`;
		return read.coordinate ?? [];
	});
	const destination = text.destination.trim() === '' ? null : readCoordinate(text.destination, me);
	if (destination?.problem) problems.destination = destination.problem;
	if (text.sources.length > maxSources) problems.sources = `At most ${maxSources} sources are allowed.`;
	if (text.payload.length > maxPayloadLength) problems.code = `The code is longer than ${maxPayloadLength} characters.`;
	if (Object.keys(problems).length > 0) return { definition: null, problems };
	return {
		definition: {
			sources,
			...(destination?.coordinate ? { destination: destination.coordinate } : {}),
			code: { payload: text.payload },
		},
		problems: null,
	};
}

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

/** Where a kept draft goes on, and what it is called; the name of a saved BuildSpec's is that of the BuildSpec. */
export function draftPlace(draftId: string): { readonly to: string; readonly name: string | null } {
	const scratch = scratchName(draftId);
	if (scratch !== null) return { to: paths.scratch(scratch), name: scratch };
	const from = newDraftSource(draftId);
	if (from === undefined) return { to: paths.buildSpec(draftId), name: null };
	return { to: paths.newBuildSpec(from ?? undefined), name: 'A BuildSpec that is not created yet' };
}

/** What a code looks like: no statement begins with a brace, and every GitPipeline does, also while it is being written. */
export const likelyLanguage = (payload: string): 'sql' | 'json' => (/^\s*\{/.test(payload) ? 'json' : 'sql');
