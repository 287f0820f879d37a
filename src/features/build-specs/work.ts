import type { BuildSpec } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { joinNames, splitNames } from '#contract/dataset.ts';
import type { FoundDraft } from '../../storage/drafts.ts';
import { emptyText, namesIn, replaceNames, sameText, textOf, type WorkText } from './model.ts';

/** A BuildSpec as the service has it, with the ETag that guards a save (null where saves are not guarded). */
export interface Saved {
	readonly value: BuildSpec;
	readonly etag: string | null;
}

/** What the text in the editor began from. `text` is null where only a draft remembers the version. */
export interface Base {
	readonly version: number | null;
	readonly etag: string | null;
	readonly text: WorkText | null;
}

/** The work in the editor. `restoredAt` is when the draft it was restored from was kept, ms since 1970. */
export interface Work {
	readonly text: WorkText;
	/** The checks that are to be saved with it; absent where they are not changed. */
	readonly checks?: readonly Check[] | undefined;
	readonly base: Base;
	readonly restoredAt: number | null;
}

export const baseOf = (saved: Saved): Base => ({
	version: saved.value.version,
	etag: saved.etag,
	text: textOf(saved.value),
});

/** The work to begin with: the draft where there is one that differs, else what is saved, else the given text. */
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

/** The work after the service's state changed: unedited work follows it; edited work keeps its base, so that a stale save is refused. */
export function followSaved(work: Work, saved: Saved): Work {
	if (work.base.version === saved.value.version && work.base.etag === saved.etag) return work;
	const next = textOf(saved.value);
	const renamed = work.base.text === null ? null : followRename(work.text, work.base.text, next);
	if (renamed !== null) return { ...work, text: renamed, base: baseOf(saved) };
	const untouched = work.checks === undefined && work.base.text !== null && sameText(work.text, work.base.text);
	if (!untouched && (work.checks !== undefined || !sameText(work.text, next))) return work;
	return { text: next, base: baseOf(saved), restoredAt: null };
}

/** The work with its coordinates renamed where only a namespace was renamed on the service; null where more changed. */
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

/** The newer version that someone saved while this work went on, or null. */
export const overtakenBy = (work: Work, saved: Saved): number | null =>
	work.base.version !== null && work.base.version !== saved.value.version ? saved.value.version : null;

/** The work after a save: it stands on what was saved; what was typed meanwhile stays. */
export function afterSave(work: Work, submitted: WorkText, saved: Saved): Work {
	const text = sameText(work.text, submitted) ? textOf(saved.value) : work.text;
	return { text, checks: work.checks, base: baseOf(saved), restoredAt: null };
}

/** The work once its checks are saved too; those that were changed meanwhile stay. */
export const afterChecks = (work: Work, submitted: readonly Check[]): Work =>
	work.checks === submitted ? { ...work, checks: undefined } : work;
