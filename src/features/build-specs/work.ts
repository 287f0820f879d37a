import type { BuildSpec } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { joinNames, splitNames } from '#contract/dataset.ts';
import type { FoundDraft } from '../../storage/drafts.ts';
import { emptyText, namesIn, replaceNames, sameText, textOf, type WorkText } from './model.ts';

/** A BuildSpec with the ETag that guards a save (null without guards). */
export interface Saved {
	readonly value: BuildSpec;
	readonly etag: string | null;
}

/** Base of the text in the editor. `text` is null if only a draft has the version. */
export interface Base {
	readonly version: number | null;
	readonly etag: string | null;
	readonly text: WorkText | null;
}

/** The work in the editor. `restoredAt` is when the restored draft was stored, ms since 1970. */
export interface Work {
	readonly text: WorkText;
	/** Checks to save with it; absent if unchanged. */
	readonly checks?: readonly Check[] | undefined;
	readonly base: Base;
	readonly restoredAt: number | null;
}

export const baseOf = (saved: Saved): Base => ({
	version: saved.value.version,
	etag: saved.etag,
	text: textOf(saved.value),
});

/** Initial work: the draft if it differs, or else the saved version, or else the given text. */
export function beginWork(saved: Saved | null, found: FoundDraft, fresh: WorkText = emptyText): Work {
	const base: Base = saved === null ? { version: null, etag: null, text: fresh } : baseOf(saved);
	const text = saved === null ? fresh : textOf(saved.value);
	if (found.kind !== 'draft') return { text, base, restoredAt: null };
	const { draft } = found;
	if (sameText(draft.text, text) && draft.checks === undefined) return { text, base, restoredAt: null };
	const sameBase = draft.baseVersion === base.version;
	return {
		text: draft.text,
		checks: draft.checks,
		base: sameBase ? base : { version: draft.baseVersion, etag: draft.baseEtag, text: null },
		restoredAt: draft.at,
	};
}

/**
 * Work after the service's version changed. Unedited work follows it; edited work keeps its base, so a stale save is
 * rejected.
 */
export function followSaved(work: Work, saved: Saved): Work {
	if (work.base.version === saved.value.version && work.base.etag === saved.etag) return work;
	const next = textOf(saved.value);
	// The version was listed before it was read with its ETag.
	if (work.base.version === saved.value.version && work.base.etag === null && work.base.text !== null) {
		if (sameText(work.base.text, next)) return { ...work, base: baseOf(saved) };
	}
	const renamed = work.base.text === null ? null : followRename(work.text, work.base.text, next);
	if (renamed !== null) return { ...work, text: renamed, base: baseOf(saved) };
	const isUnchanged = work.checks === undefined && work.base.text !== null && sameText(work.text, work.base.text);
	if (!isUnchanged && (work.checks !== undefined || !sameText(work.text, next))) return work;
	return { text: next, base: baseOf(saved), restoredAt: null };
}

/** Work with coordinates renamed, if only a namespace rename changed the saved version; otherwise null. */
function followRename(mine: WorkText, before: WorkText, after: WorkText): WorkText | null {
	const [old, next] = [namesIn(before), namesIn(after)];
	const withoutNames = (text: WorkText) => replaceNames(text, () => '');
	if (sameText(before, after) || !sameText(withoutNames(before), withoutNames(after))) return null;
	const moves = new Map<string, string>();
	for (const [index, name] of old.entries()) {
		const [owner, namespace, dataset] = splitNames(name);
		const [toOwner, toNamespace, toDataset] = splitNames(next[index] ?? '');
		if (owner !== toOwner || dataset !== toDataset || namespace === undefined || toNamespace === undefined) return null;
		const known = moves.get(joinNames([owner ?? '', namespace ?? '']));
		if (known !== undefined && known !== toNamespace) return null;
		moves.set(joinNames([owner ?? '', namespace]), toNamespace);
	}
	return replaceNames(mine, (name) => {
		const [owner, namespace, ...rest] = splitNames(name);
		const to = moves.get(joinNames([owner ?? '', namespace ?? '']));
		return to === undefined ? name : joinNames([owner ?? '', to, ...rest]);
	});
}

export const isDirty = (work: Work, saved: Saved | null): boolean =>
	work.checks !== undefined ||
	!sameText(work.text, saved === null ? (work.base.text ?? emptyText) : textOf(saved.value));

/** The newer version someone saved during this edit, or null. */
export const overtakenBy = (work: Work, saved: Saved): number | null =>
	work.base.version !== null && work.base.version !== saved.value.version ? saved.value.version : null;

/** Work after a save: based on the saved version, keeping what was typed during the save. */
export function afterSave(work: Work, submitted: WorkText, saved: Saved): Work {
	const text = sameText(work.text, submitted) ? textOf(saved.value) : work.text;
	return { text, checks: work.checks, base: baseOf(saved), restoredAt: null };
}

/** Work after its checks were saved, keeping later changes. */
export const afterChecks = (work: Work, submitted: readonly Check[]): Work =>
	work.checks === submitted ? { ...work, checks: undefined } : work;
