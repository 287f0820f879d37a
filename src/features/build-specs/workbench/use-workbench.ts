import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { checkBuildSpec } from '#contract/build-spec.ts';
import { listDatasets } from '#contract/dataset.ts';
import type { BoundText } from '#lib/sql/parameters.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import { announce } from '../../../storage/presence.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import {
	type EditorCommands,
	type EditorLanguage,
	type EditorMarker,
	editorLanguages,
} from '../../../ui/editor/types.ts';
import { useFocusInvalid } from '../../../ui/primitives/form.tsx';
import { useOffers } from '../../session/queries.ts';
import type { CodeNames } from '../code-names.ts';
import { addSource } from '../coordinates.ts';
import { type UseWorkOptions, useWork } from '../drafts/use-work.ts';
import { noProblems } from '../edit-fields.ts';
import { fieldNames, fields } from '../fields.ts';
import { fromDiagnostic, joinMarkers } from '../markers.ts';
import {
	type FieldProblems,
	likelyLanguage,
	readDefinition,
	readFields,
	sameText,
	textKey,
	type WorkText,
} from '../model.ts';
import { buildSpecQuery } from '../queries.ts';
import { useCheck } from './use-check.ts';
import { useCodeNames, withMissing } from './use-code-names.ts';
import { type PreviewOptions, usePreview } from './use-preview.ts';
import { useSuggestions } from './use-suggestions.ts';

interface WorkbenchOptions extends Omit<UseWorkOptions, 'onGone'>, PreviewOptions {
	/** Whether the code may have several statements. Default: one. */
	readonly hasStatements?: boolean;
	/** Maps the code to what runs, and positions back. Default: identity. */
	readonly bind?: (payload: string) => BoundText;
}

const asWritten = (text: string): BoundText => ({ text, placeOf: (line, column) => ({ line, column }) });

export function useWorkbench({ hasStatements = false, bind = asWritten, ...options }: WorkbenchOptions) {
	const { scope, draftId, saved, fresh } = options;
	const me = scope.user;
	const queryClient = useQueryClient();
	const savedId = saved?.value.id ?? null;
	const work = useWork({
		scope,
		draftId,
		saved,
		fresh,
		onGone: async () => {
			if (savedId === null) return null;
			const { queryKey } = buildSpecQuery(savedId);
			await queryClient.invalidateQueries({ queryKey });
			return queryClient.getQueryData(queryKey) ?? null;
		},
	});
	const { text } = work.work;
	const [problems, setProblems] = useState<FieldProblems>(noProblems);
	const fields = useRef<HTMLDivElement>(null);
	const expectInvalid = useFocusInvalid(fields);
	const [language, setLanguage] = useLanguage(scope, draftId, text.payload);
	const editor = useRef<EditorCommands | null>(null);
	const preview = usePreview(saved?.value.id ?? null, options);
	const bound = useMemo(() => bind(text.payload), [bind, text.payload]);
	const definition = useLenientDefinition(text, bound.text, me);
	const suggestions = useSuggestions();
	const guessed = !useOffers(listDatasets);
	const found = useCodeNames(language === 'sql', text.payload, text.sources, suggestions.known, me, guessed);
	const names = useMemo(() => (hasStatements ? { ...found, missing: unclear(found) } : found), [hasStatements, found]);
	const reading = useMemo(
		() => ({ ...(hasStatements ? withClear(text, found) : text), payload: bound.text }),
		[hasStatements, text, bound, found],
	);
	const read = useMemo(() => readDefinition(reading, me), [reading, me]);
	const check = useCheck(read.definition, textKey(reading), {
		offered: useOffers(checkBuildSpec),
		hasStatements: hasStatements && language === 'sql',
	});
	const isLost = found.missing.length > 0;
	const { load } = suggestions;
	useEffect(() => {
		if (isLost) load();
	}, [isLost, load]);
	const showProblems = (next: FieldProblems) => {
		expectInvalid();
		setProblems(next);
	};
	const edit = (change: Partial<WorkText>) => {
		setProblems((before) => withoutProblemsOf(before, change));
		work.edit(change);
	};
	const addSources = (coordinates: readonly string[]) => {
		const sources = coordinates.reduce((added, coordinate) => addSource(added, coordinate, me).sources, text.sources);
		if (sources !== text.sources) edit({ sources });
	};
	const steady = useSteady({ edit, editChecks: work.editChecks, addSources, discard: work.discard });
	const runError = preview.markerFor(bound.text, read.definition?.sources ?? null);
	const runMarker = useMemo(() => runError && asPlaced(runError, bound), [runError, bound]);
	const markers = useMemo(() => {
		// An empty editor isn't an error yet; a preview or save reports what is missing.
		const isCurrent = check?.payload === bound.text && text.payload.trim() !== '';
		const current = isCurrent ? check.result.diagnostics : [];
		const found = joinMarkers(
			current.map((diagnostic) => asPlaced(fromDiagnostic(diagnostic), bound)),
			runMarker,
		);
		return names.payload === text.payload ? withMissing(found, names, steady.addSources) : found;
	}, [check, text.payload, bound, runMarker, names, steady]);

	// A failed preview shows its own error below the code.
	const complaints = markers.filter((marker) => marker.severity !== 'error' || marker.line !== runMarker?.line);

	return {
		me,
		/** Key under which this browser stores the preview's chart. */
		chartKey: chartKey(scope, draftId),
		hasStatements,
		others: useOtherTabs(scope, draftId),
		...work,
		text,
		problems,
		fields,
		/** Marks rejected fields and focuses the first one. */
		setProblems: showProblems,
		language,
		setLanguage,
		/** The code editor's commands; null while loading. */
		editor,
		preview,
		previewText: async (payload: string, upTo?: string) => {
			// The latest text hasn't been compared yet.
			const { compareNames } = await import('../code-names.ts');
			const now = compareNames(text.payload, text.sources, suggestions.known, me, guessed);
			const { sources } = hasStatements && language === 'sql' ? withClear(text, now) : text;
			if (sources !== text.sources) edit({ sources });
			const ran = { sources, destination: text.destination, payload: bind(payload).text };
			const { definition, problems } = readDefinition(ran, me);
			showProblems(problems);
			if (definition !== null) preview.startText(definition, payload !== text.payload, upTo);
		},
		markers,
		complaints,
		definition,
		...steady,
		suggestions,
		names,
		/** The sources, plus those a worksheet's code clearly names. */
		read: reading.sources,
		/** Columns the code returns, from the last check that knew them, or null. */
		result: check?.result ?? null,
		isChecked: check?.payload === bound.text,
		/** Maps a position in the code as run to the code as written. */
		placeOf: bound.placeOf,
	};
}

export const chartKey = ({ service, user }: Scope, draftId: string): string => `chart/${service}/${user}/${draftId}`;

export type WorkbenchState = ReturnType<typeof useWorkbench>;

type Missing = Pick<CodeNames, 'missing'>;

/** Names that match no dataset or several. */
const unclear = ({ missing }: Missing) => missing.filter(({ candidates }) => candidates.length !== 1);

/** Adds the datasets a worksheet's code clearly names. */
function withClear(text: WorkText, { missing }: Missing): WorkText {
	const clear = missing.flatMap(({ candidates }) => (candidates.length === 1 ? candidates : []));
	return clear.length === 0 ? text : { ...text, sources: [...new Set([...text.sources, ...clear])] };
}

/** The valid parts of the text. Everything but the code keeps its identity while code is typed, so nothing else rerenders. */
function useLenientDefinition(text: WorkText, payload: string, me: string) {
	const [before, setBefore] = useState(text);
	if (text !== before && !sameText({ ...text, payload: before.payload }, before)) setBefore(text);
	const read = useMemo(() => readFields(before, me).definition, [before, me]);
	return useMemo(() => ({ ...read, code: { payload } }), [read, payload]);
}

/** Maps a marker to its position in the code as written. */
function asPlaced(marker: EditorMarker, { placeOf }: BoundText): EditorMarker {
	const start = marker.column === null ? null : placeOf(marker.line, marker.column);
	const { endLine, endColumn } = marker;
	const end = endLine === undefined || endColumn === undefined ? null : placeOf(endLine, endColumn);
	return { ...marker, ...(start ?? {}), ...(end === null ? {} : { endLine: end.line, endColumn: end.column }) };
}

/** A field's error is shown until the field changes. */
function withoutProblemsOf(problems: FieldProblems, change: Partial<WorkText>): FieldProblems {
	const touched = fieldNames.flatMap((name) => (change[name] === undefined ? [] : fields[name].path));
	const left = Object.entries(problems).filter(([field]) => !touched.includes(field.split('.')[0] ?? ''));
	return left.length === Object.keys(problems).length ? problems : Object.fromEntries(left);
}

/** Syntax highlighting language: the selected one, or a guess. Only the service can determine it for sure. */
function useLanguage(
	scope: Scope,
	draftId: string,
	payload: string,
): [EditorLanguage, (language: EditorLanguage) => void] {
	const name = `language/${scope.service}/${scope.user}/${draftId}`;
	const [picked, setPicked] = useState(() => readPreference(name, z.enum(editorLanguages)));
	const pick = useCallback(
		(next: EditorLanguage) => {
			setPicked(next);
			writePreference(name, next);
		},
		[name],
	);
	return [picked ?? likelyLanguage(payload), pick];
}

/** Number of other tabs of this browser with the same text. */
function useOtherTabs({ service, user }: Scope, draftId: string): number {
	const [count, setCount] = useState(0);
	useEffect(() => announce(JSON.stringify([service, user, draftId]), setCount), [service, user, draftId]);
	return count;
}
