import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import {
	type BuildSpec,
	type BuildSpecEdit,
	createBuildSpec,
	deleteBuildSpec,
	getBuildSpec,
	updateBuildSpec,
} from '#contract/build-spec.ts';
import { isApiError } from '../../api/api-error.ts';
import { call, callWithEtag } from '../../api/http.ts';
import { buildSpecKeys } from './queries.ts';
import type { Base, Saved } from './work.ts';

/** What became of a save. `raced`: someone else's save came between, which a service without guards cannot prevent. */
export type SaveOutcome =
	| { readonly kind: 'saved'; readonly saved: Saved; readonly raced: boolean }
	| { readonly kind: 'overtaken'; readonly saved: Saved };

export interface SaveInput {
	readonly buildSpecId: string;
	readonly edit: BuildSpecEdit;
	/** What the edit began from. */
	readonly base: Pick<Base, 'version' | 'etag'>;
}

/**
 * Saves on the version that the edit began from. Where the service guards saves it refuses a stale one (412); where it
 * does not, the console looks first and checks afterwards.
 */
async function save({ buildSpecId, edit, base }: SaveInput): Promise<SaveOutcome> {
	const params = { buildSpecId };
	if (base.etag === null) {
		const now = await callWithEtag(getBuildSpec, { params });
		if (base.version !== null && now.value.version !== base.version) return { kind: 'overtaken', saved: now };
	}
	let saved: Saved;
	try {
		saved = await callWithEtag(updateBuildSpec, { params, body: edit }, { ifMatch: base.etag });
	} catch (error) {
		if (!isApiError(error) || error.code !== 'VERSION_CONFLICT') throw error;
		return { kind: 'overtaken', saved: await callWithEtag(getBuildSpec, { params }) };
	}
	const raced = base.etag === null && base.version !== null && saved.value.version > base.version + 1;
	return { kind: 'saved', saved, raced };
}

export const saveBuildSpecMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: save,
		meta: { invalidates: [buildSpecKeys.list] },
		onSuccess: (outcome: SaveOutcome) => {
			queryClient.setQueryData(buildSpecKeys.one(outcome.saved.value.id), outcome.saved);
		},
	});

export const createBuildSpecMutation = () =>
	mutationOptions({
		mutationFn: (edit: BuildSpecEdit): Promise<BuildSpec> => call(createBuildSpec, { body: edit }),
		meta: { invalidates: [buildSpecKeys.list] },
	});

export const deleteBuildSpecMutation = () =>
	mutationOptions({
		mutationFn: (buildSpecId: string) => call(deleteBuildSpec, { params: { buildSpecId } }),
		meta: { invalidates: [buildSpecKeys.list] },
	});
