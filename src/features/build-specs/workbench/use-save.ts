import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { VersionNote } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { getMe } from '#contract/user.ts';
import { call } from '../../../api/http.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { storeReplacedText } from '../../../storage/version-history.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { useReachable } from '../../session/queries.ts';
import { saveChecksMutation } from '../check-queries.ts';
import { fieldProblems, readEdit } from '../edit-fields.ts';
import { sameText, type WorkText } from '../model.ts';
import { describeVersion, type SaveInput, type SaveOutcome, saveBuildSpecMutation } from '../mutations.ts';
import { buildSpecKeys } from '../queries.ts';
import { versionHistoryKey } from '../version-queries.ts';
import { afterChecks, afterSave, type Base, baseOf, type Saved, type Work } from '../work.ts';
import type { WorkbenchState } from './use-workbench.ts';

interface Submitted {
	readonly text: WorkText;
	/** Saved next with the new version; absent if unchanged. */
	readonly checks?: readonly Check[] | undefined;
	/** Name and message for the new version. */
	readonly note?: VersionNote;
	/** For a merge: makes it the page's text once nothing can be lost. */
	readonly merge?: { readonly adopt: () => void };
}

/** Saves one at a time, never overwriting someone else's version, and shows each error where it belongs. */
export function useSave(workbench: WorkbenchState, buildSpecId: string, scope: Scope) {
	const queryClient = useQueryClient();
	const mutation = useSingleMutation(saveBuildSpecMutation(queryClient));
	const checksSaving = useSingleMutation(saveChecksMutation(buildSpecId));
	/** The saved version whose checks aren't saved yet. */
	const [owing, setOwing] = useState<number | null>(null);
	const [theirs, setTheirs] = useState<Saved | null>(null);
	const [statusMessage, setStatusMessage] = useState<string | null>(null);
	const [raced, setRaced] = useState<number | null>(null);
	const [sent, setSent] = useState<{ readonly input: SaveInput; readonly submitted: Submitted } | null>(null);
	const isAway = useReachable() === false;

	const saveOn = (base: Pick<Base, 'version' | 'etag'>, submitted: Submitted = workbench.work) => {
		if (mutation.isSending() || checksSaving.isSending()) return;
		checksSaving.reset();
		const { checks } = workbench.work;
		if (
			submitted === workbench.work &&
			checks !== undefined &&
			owing !== null &&
			owing === base.version &&
			!isEdited()
		) {
			return submitChecks(checks, owing);
		}
		const read = readEdit(submitted.text, workbench.me);
		workbench.setProblems(read.problems);
		if (read.edit !== null) return submit({ buildSpecId, edit: read.edit, base }, submitted);
		// Errors are shown at their fields, so those must be visible.
		submitted.merge?.adopt();
		setTheirs(null);
	};

	const submit = (input: SaveInput, submitted: Submitted) => {
		const { text, checks, merge, note } = submitted;
		setStatusMessage(null);
		setRaced(null);
		setSent({ input, submitted });
		mutation.mutate(input, {
			onSuccess: (outcome: SaveOutcome) => {
				merge?.adopt();
				if (outcome.kind === 'overtaken') return setTheirs(outcome.saved);
				setTheirs(null);
				workbench.setWork((work) => afterSave(work, text, outcome.saved));
				if (note !== undefined) describeSaved(outcome.saved.value.version, note);
				if (checks === undefined) setStatusMessage(describe(outcome));
				else submitChecks(checks, outcome.saved.value.version);
				if (outcome.raced) setRaced(outcome.saved.value.version);
			},
			onError: (error) => workbench.setProblems(fieldProblems(error)),
		});
	};

	/** The note is saved after the version; its failure doesn't undo the save. */
	const describeSaved = (version: number, note: VersionNote) => {
		describeVersion({ buildSpecId, version, note }).then(
			() => void queryClient.invalidateQueries({ queryKey: buildSpecKeys.versions(buildSpecId) }),
			() =>
				setStatusMessage(
					`Saved as version ${version}, but without the name and message. Add them on the Versions page.`,
				),
		);
	};

	/** Whether the text differs from the saved one, apart from checks. */
	const isEdited = () => workbench.work.base.text === null || !sameText(workbench.text, workbench.work.base.text);

	const submitChecks = (checks: readonly Check[], version: number, onlyLook = false) => {
		setOwing(version);
		checksSaving.mutate(
			{ checks, onlyLook },
			{
				onSuccess: () => {
					workbench.setWork((work) => afterChecks(work, checks));
					setOwing(null);
					setStatusMessage(`Saved as version ${version}.`);
				},
			},
		);
	};

	const keepReplaced = ({ text, base }: Work) => {
		storeReplacedText(scope, { buildSpecId, version: base.version ?? 0, text }).then(
			() => void queryClient.invalidateQueries({ queryKey: versionHistoryKey }),
			() => setStatusMessage('This browser couldn’t store your replaced draft, so you can’t restore it later.'),
		);
	};

	return {
		statusMessage,
		/** The version saved despite someone else's in between, or null. */
		raced,
		disabledReason: isAway ? unreachableMessage : null,
		pending: mutation.isPending || checksSaving.isPending,
		checksError: checksSaving.error,
		/** An error that isn't shown at a field. */
		error: Object.keys(fieldProblems(mutation.error)).length === 0 ? mutation.error : null,
		lookForChecks: () => {
			const { checks } = workbench.work;
			if (checks !== undefined && owing !== null) submitChecks(checks, owing, true);
		},
		forgetError: () => mutation.reset(),
		theirs,
		closeConflict: () => {
			mutation.reset();
			setTheirs(null);
		},
		/** Looks up a save whose response was lost. */
		look: () => {
			if (sent !== null && !mutation.isSending()) submit({ ...sent.input, onlyLook: true }, sent.submitted);
		},
		/** @param note name and message for the new version */
		save: (note?: VersionNote) => {
			if (!workbench.dirty) return setStatusMessage('No changes since the last save.');
			const submitted = note === undefined ? workbench.work : { ...workbench.work, note };
			if (!isAway) return saveOn(workbench.work.base, submitted);
			// The service may be back: check before sending anything.
			call(getMe, {}).then(
				() => saveOn(workbench.work.base, submitted),
				() => setStatusMessage(unreachableMessage),
			);
		},
		saveMine: () => theirs !== null && saveOn(baseOf(theirs), { ...workbench.work, ...noteOf(sent) }),
		/** @param onAdopted called once the merge is the page's text */
		saveMerged: (text: WorkText, onAdopted: () => void) => {
			if (theirs === null) return;
			const base = baseOf(theirs);
			const mine = workbench.work;
			const adopt = () => {
				keepReplaced(mine);
				workbench.setWork((work) => (sameText(work.text, mine.text) ? { ...work, text, base } : work));
				onAdopted();
			};
			saveOn(base, { text, checks: mine.checks, merge: { adopt }, ...noteOf(sent) });
		},
		takeTheirs: () => {
			if (theirs === null) return;
			keepReplaced(workbench.work);
			workbench.setWork((work) => ({ ...afterSave(work, work.text, theirs), checks: undefined }));
			setTheirs(null);
		},
	};
}

/** The message typed for the save that conflicted. */
const noteOf = (sent: { readonly submitted: Submitted } | null) =>
	sent?.submitted.note === undefined ? {} : { note: sent.submitted.note };

const unreachableMessage =
	'The service isn’t responding. Your changes are still here. Save them when it responds again.';

function describe({ saved, found }: Extract<SaveOutcome, { kind: 'saved' }>): string {
	const { version } = saved.value;
	return found
		? `The connection was lost, but your changes were saved as version ${version}.`
		: `Saved as version ${version}.`;
}
