import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import {
	type BuildSpec,
	type BuildSpecEdit,
	createBuildSpec,
	deleteBuildSpec,
	describeBuildSpecVersion,
	getBuildSpec,
	listBuildSpecs,
	undeleteBuildSpec,
	updateBuildSpec,
	type VersionNote,
} from '#contract/build-spec.ts';
import { isApiError } from '../../api/api-error.ts';
import { call, callWithEtag } from '../../api/http.ts';
import { type Settled, settleWrite } from '../../api/lost-write.ts';
import { readAgain } from '../../api/retry.ts';
import { randomId } from '../../lib/random-id.ts';
import { type DraftText, listDrafts, storeDraft } from '../../storage/drafts.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { settleRemoval } from '../names/removal-panel.tsx';
import { freeWorksheetName, handoverOrigin, newDraftId, worksheetDraftId, worksheetNames } from './draft-ids.ts';
import { sameText, textOf } from './model.ts';
import { buildSpecKeys } from './queries.ts';
import type { Base, Saved } from './work.ts';

/** `raced`: someone saved in between, which only guards prevent. `found`: the response was lost and the save was looked up. */
export type SaveOutcome =
	| { readonly kind: 'saved'; readonly saved: Saved; readonly raced: boolean; readonly found: boolean }
	| { readonly kind: 'overtaken'; readonly saved: Saved };

export interface SaveInput {
	readonly buildSpecId: string;
	readonly edit: BuildSpecEdit;
	readonly base: Pick<Base, 'version' | 'etag'>;
	/** Only looks up an earlier save whose response was lost. */
	readonly onlyLook?: boolean;
}

/**
 * Saves on top of the base version. A guarded service rejects a stale save (412); otherwise the console checks before
 * and after.
 */
export async function saveBuildSpec(input: SaveInput): Promise<SaveOutcome> {
	const { buildSpecId, base, onlyLook = false } = input;
	let { etag } = base;
	if (!onlyLook && etag === null) {
		const now = await readAgain(() => read(buildSpecId));
		if (base.version !== null && now.value.version !== base.version) return { kind: 'overtaken', saved: now };
		etag = now.etag;
	}
	const write = {
		operation: updateBuildSpec.id,
		done: 'saved',
		send: () => send({ ...input, base: { ...base, etag } }),
		find: () => findSaved(input),
	};
	const { value } = await settleWrite<SaveOutcome>(write, onlyLook);
	return value;
}

const read = (buildSpecId: string): Promise<Saved> => callWithEtag(getBuildSpec, { params: { buildSpecId } });

async function send({ buildSpecId, edit, base }: SaveInput): Promise<SaveOutcome> {
	try {
		const input = { params: { buildSpecId }, body: edit };
		const saved = await callWithEtag(updateBuildSpec, input, { ifMatch: base.etag });
		return { kind: 'saved', saved, raced: base.etag === null && isJump(base, saved), found: false };
	} catch (error) {
		if (!isApiError(error) || error.code !== 'VERSION_CONFLICT') throw error;
		const saved = await readAgain(() => read(buildSpecId));
		// The stored version already equals the text, so there is no conflict.
		const isMine = sameText(textOf(saved.value), textOf(edit));
		return isMine ? { kind: 'saved', saved, raced: false, found: false } : { kind: 'overtaken', saved };
	}
}

/** Whether a save increased the version by more than one, so someone else's version is in between. */
const isJump = (base: SaveInput['base'], saved: Saved): boolean =>
	base.version !== null && saved.value.version > base.version + 1;

async function findSaved({ buildSpecId, edit, base }: SaveInput): Promise<SaveOutcome | null> {
	const now = await read(buildSpecId);
	if (now.value.version === base.version) return null;
	if (sameText(textOf(now.value), textOf(edit))) {
		return { kind: 'saved', saved: now, raced: isJump(base, now), found: true };
	}
	return base.version === null ? null : { kind: 'overtaken', saved: now };
}

export const saveBuildSpecMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: saveBuildSpec,
		meta: { invalidates: [buildSpecKeys.list] },
		onSuccess: (outcome: SaveOutcome) => {
			queryClient.setQueryData(buildSpecKeys.one(outcome.saved.value.id), outcome.saved);
		},
	});

export interface CreateInput {
	readonly edit: BuildSpecEdit;
	readonly known: readonly string[] | null;
	/** When it was first sent, ms since 1970. */
	readonly at: number;
	readonly onlyLook?: boolean;
}

/** Tolerated clock difference between browser and service, in ms. */
const clockTolerance = 120_000;

/** Creates a BuildSpec. If the response is lost, a new equal one counts as success. */
export async function createOnce(input: CreateInput): Promise<Settled<BuildSpec>> {
	const { edit, known, at, onlyLook = false } = input;
	const isNew = (item: BuildSpec) =>
		known === null ? !(Date.parse(item.createdAt) < at - clockTolerance) : !known.includes(item.id);
	const find = async () => {
		const { items } = await call(listBuildSpecs, {});
		return items.find((item) => isNew(item) && sameText(textOf(item), textOf(edit))) ?? null;
	};
	const send = () => call(createBuildSpec, { body: edit });
	return await settleWrite({ operation: createBuildSpec.id, done: 'created', send, find }, onlyLook);
}

export const createBuildSpecMutation = () =>
	mutationOptions({ mutationFn: createOnce, meta: { invalidates: [buildSpecKeys.list] } });

/** Deletes a BuildSpec. If the response is lost, a missing one counts as deleted. */
export function deleteOnce({ buildSpecId, onlyLook }: Pick<SaveInput, 'buildSpecId' | 'onlyLook'>): Promise<void> {
	const input = { params: { buildSpecId } };
	const send = () => call(deleteBuildSpec, input);
	const read = () => call(getBuildSpec, input);
	return settleRemoval({ operation: deleteBuildSpec, done: 'deleted', send, read }, onlyLook);
}

export const deleteBuildSpecMutation = () =>
	mutationOptions({ mutationFn: deleteOnce, meta: { invalidates: [buildSpecKeys.list, buildSpecKeys.deleted] } });

interface NoteInput {
	readonly buildSpecId: string;
	readonly version: number;
	readonly note: VersionNote;
}

/** Sets a version's name and note. Safe to repeat. */
export const describeVersion = ({ buildSpecId, version, note }: NoteInput) =>
	call(describeBuildSpecVersion, { params: { buildSpecId, version: String(version) }, body: note });

export const describeVersionMutation = (buildSpecId: string) =>
	mutationOptions({ mutationFn: describeVersion, meta: { invalidates: [buildSpecKeys.versions(buildSpecId)] } });

export const undeleteMutation = () =>
	mutationOptions({
		mutationFn: (buildSpecId: string) => call(undeleteBuildSpec, { params: { buildSpecId } }),
		meta: { invalidates: [buildSpecKeys.list, buildSpecKeys.deleted] },
	});

/** Stores text as the draft of a new BuildSpec. Returns the origin for its URL, or null if there's no space. */
export function keepNewDraft(scope: Scope, text: DraftText): string | null {
	const from = handoverOrigin(randomId());
	return storeText(scope, newDraftId(from), text) ? from : null;
}

/** Stores text as a worksheet. Returns its name, or null if there's no space. */
export function keepWorksheet(scope: Scope, text: DraftText): string | null {
	const name = freeWorksheetName(worksheetNames(listDrafts(scope)));
	return storeText(scope, worksheetDraftId(name), text) ? name : null;
}

const storeText = (scope: Scope, draftId: string, text: DraftText): boolean =>
	storeDraft(scope, draftId, { text, baseVersion: null, baseEtag: null, at: Date.now() }).kept;
