import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BuildRun, getRun, listRuns } from '#contract/build-run.ts';
import type { BuildSpecEdit, Definition } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { notResponding } from '../../../lib/messages.ts';
import { placedInWhole, textPart } from '../../../lib/text-part.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import type { EditorMarker } from '../../../ui/editor/types.ts';
import { isSameSources } from '../../runs/model.ts';
import { startPreviewMutation } from '../../runs/mutations.ts';
import { latestPreviewQuery, runQuery } from '../../runs/queries.ts';
import { useOffers, useReachable } from '../../session/queries.ts';
import { fromRunError } from '../markers.ts';

export interface PreviewParts {
	/** Whether only the selected code runs. */
	readonly isPart: boolean;
	/** The last pipeline step to run. */
	readonly upTo: string | undefined;
	/** Unsaved checks. */
	readonly checks: readonly Check[] | undefined;
}

export interface PreviewOptions {
	/** A run of an unsaved text, shown until another starts. */
	readonly earlier?: string | null;
	/** Called for each started preview. */
	readonly onStarted?: (run: BuildRun, definition: Definition) => void;
}

/**
 * Previews of the editor's content. The latest run's id is in the URL, so that reload and Back show it again. Otherwise
 * it's the service's latest run of this BuildSpec, or `earlier`.
 */
export function usePreview(buildSpecId: string | null, { earlier = null, onStarted }: PreviewOptions = {}) {
	const [params] = useAddressParams();
	const editAddress = useAddressEdit();
	const named = params.get('run');
	const canList = useOffers(listRuns);
	const canRead = useOffers(getRun);
	const latest = useQuery({
		...latestPreviewQuery(buildSpecId ?? ''),
		enabled: named === null && buildSpecId !== null && canList,
	});
	const runId = named ?? latest.data?.id ?? earlier;
	const starting = useSingleMutation(startPreviewMutation());
	const [parts, setParts] = useState<ReadonlySet<string>>(new Set());
	const isAway = useReachable() === false;
	const run = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== null && canRead });

	const start = (input: NonNullable<typeof starting.variables>, isPart = false) => {
		if (isAway) return;
		starting.mutate(input, {
			onSuccess: (item: BuildRun) => {
				onStarted?.(item, input.definition);
				if (isPart) setParts((known) => new Set(known).add(item.id));
				editAddress((address) => address.set('run', item.id));
			},
		});
	};
	return {
		runId,
		disabledReason: isAway ? notResponding('preview') : null,
		pending: starting.isPending,
		error: starting.error,
		startOf: (buildSpecId: string, edit: BuildSpecEdit, { isPart, upTo, checks }: PreviewParts) =>
			start({ buildSpecId, definition: edit, before: runId, at: Date.now(), upTo, checks }, isPart),
		/** @param isPart run only the selected code @param upTo the last pipeline step to run */
		startText: (definition: Definition, isPart: boolean, upTo?: string) =>
			start({ definition, before: runId, at: Date.now(), upTo }, isPart),
		/** Whether the latest run was of a selection. */
		isPart: runId !== null && parts.has(runId),
		/** Looks for a started run whose response was lost. */
		look: () => {
			if (starting.error !== null && starting.variables) start({ ...starting.variables, onlyLook: true });
		},
		/** Position of the latest run's error, while the editor still has that code and those sources. */
		markerFor: (payload: string, sources: readonly DatasetCoordinate[] | null): EditorMarker | null => {
			const { data } = run;
			// The error may be in a repository file instead.
			if (data === undefined || data.error === null || data.error.file !== undefined) return null;
			// A missing name may have become a source.
			if (sources !== null && !isSameSources(data.definition.sources, sources)) return null;
			const part = parts.has(data.id) ? textPart(data.definition.code.payload, payload) : null;
			if (part === null && data.definition.code.payload !== payload) return null;
			return fromRunError(placedInWhole(data.error, part));
		},
	};
}
