import type { BuildSpec, Definition } from '#contract/build-spec.ts';
import { maxPayloadLength, maxSources } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../routing/paths.ts';
import type { DraftText } from '../../storage/drafts.ts';
import { readCoordinate } from '../names/model.ts';
import { newDraftSource } from './draft-id.ts';
import { scratchName } from './scratch-drafts.ts';

/** A BuildSpec's definition as texts in fields, valid or not. */
export type WorkText = Readonly<DraftText>;

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
