import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Check } from '#contract/check.ts';
import { renamedText, watchRenames } from '../../../storage/changes-elsewhere.ts';
import { createDraftSaver } from '../../../storage/draft-saver.ts';
import { readDraft, watchDraftElsewhere } from '../../../storage/drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { replaceNames, sameText, textOf, type WorkText } from '../model.ts';
import { afterSave, baseOf, beginWork, followSaved, isDirty, type Saved, type Work } from '../work.ts';

export interface UseWorkOptions {
	readonly scope: Scope;
	/** Draft id. The hook works with one id; pages that change it use it as `key`. */
	readonly draftId: string;
	/** The saved version; null for a new BuildSpec. */
	readonly saved: Saved | null;
	readonly fresh: WorkText;
	/** Called when another tab saved or discarded the draft, to read the current version. */
	readonly onGone: () => Promise<Saved | null>;
}

/** The text in the editor. Starts from the draft or the saved version, and is stored as a draft while it differs. */
export function useWork({ scope, draftId, saved, fresh, onGone }: UseWorkOptions) {
	const [found] = useState(() => readDraft(scope, draftId));
	const [work, setWork] = useState(() => beginWork(saved, found, fresh));
	const [unreadable, setUnreadable] = useState(found.kind === 'unreadable' ? found.raw : null);
	const [storeError, setStoreError] = useState<string | null>(null);
	const [discarded, setDiscarded] = useState<Pick<Work, 'text' | 'checks'> | null>(null);
	const [saver] = useState(() =>
		createDraftSaver(scope, draftId, (outcome) => setStoreError(outcome.kept ? null : outcome.message)),
	);

	const followed = saved === null ? work : followSaved(work, saved);
	if (followed !== work) setWork(followed);
	const dirty = isDirty(followed, saved);

	const hasDraft = useRef(found.kind === 'draft');
	const seen = useRef(followed);
	const track = useEffectEvent((current: Work, isDirtyNow: boolean) => {
		if (!isDirtyNow) {
			if (hasDraft.current) saver.discard();
			hasDraft.current = false;
		} else if (current.text !== seen.current.text || current.checks !== seen.current.checks) {
			hasDraft.current = true;
			const { text, checks, base } = current;
			saver.note({ text, checks, baseVersion: base.version, baseEtag: base.etag });
		}
		seen.current = current;
	});
	useEffect(() => track(followed, dirty), [followed, dirty]);

	// Tabs share one draft: text typed in another tab appears here, unless this tab has unstored changes.
	const followTab = useEffectEvent(() => {
		if (saver.isWaiting()) return;
		const kept = readDraft(scope, draftId);
		if (kept.kind === 'draft') {
			hasDraft.current = true;
			const { text, checks, baseVersion, baseEtag } = kept.draft;
			const isSameBase = baseVersion === followed.base.version;
			const base = { version: baseVersion, etag: baseEtag, text: null };
			const next = { ...followed, text, checks, base: isSameBase ? followed.base : base };
			seen.current = next;
			setWork(next);
			if (!isSameBase) void onGone();
		} else if (kept.kind === 'none' && hasDraft.current) {
			hasDraft.current = false;
			const shown = followed.text;
			void onGone().then((now) => goBack(shown, now));
		}
	});
	/** Follows a save or discard in another tab, keeping what was typed here since. */
	const goBack = useEffectEvent((shown: WorkText, now: Saved | null) =>
		setWork((work) => {
			if (!sameText(work.text, shown)) {
				return now !== null && sameText(textOf(now.value), shown) ? afterSave(work, shown, now) : work;
			}
			return { ...beginWork(saved, { kind: 'none' }, fresh), base: saved === null ? work.base : baseOf(saved) };
		}),
	);
	useEffect(() => watchDraftElsewhere(scope, draftId, followTab), [scope, draftId]);

	const isNew = saved === null;
	useEffect(() => {
		// A saved BuildSpec follows its service; a new one follows from here.
		if (!isNew) return;
		return watchRenames((rename) => {
			if (rename.service !== scope.service) return;
			setWork((before) => ({
				...before,
				text: replaceNames(before.text, (name) => renamedText(name, rename, scope.user)),
			}));
		});
	}, [isNew, scope]);

	useEffect(() => {
		const flush = () => void saver.flush();
		const left = new AbortController();
		// The user may continue in another window.
		window.addEventListener('blur', flush, left);
		window.addEventListener('pagehide', flush, left);
		document.addEventListener('visibilitychange', flush, left);
		window.addEventListener('beforeunload', (event) => saver.flush() || event.preventDefault(), left);
		return () => {
			flush();
			left.abort();
		};
	}, [saver]);

	return {
		work: followed,
		dirty,
		storeError,
		/** A stored draft that can't be read, unchanged. */
		unreadable,
		setWork,
		/** @param checks to save with the text; undefined: unchanged */
		editChecks: (checks: readonly Check[] | undefined) => setWork((work) => ({ ...work, checks })),
		edit: (change: Partial<WorkText>) => setWork((work) => ({ ...work, text: { ...work.text, ...change } })),
		discard: () => {
			setDiscarded(dirty ? { text: followed.text, checks: followed.checks } : null);
			saver.discard();
			hasDraft.current = false;
			setUnreadable(null);
			setWork((work) => ({ ...beginWork(saved, { kind: 'none' }, fresh), base: saved ? baseOf(saved) : work.base }));
		},
		/** The last discarded text, until something is typed; otherwise null. */
		discarded: dirty ? null : discarded,
		undiscard: () => {
			if (discarded !== null) setWork((work) => ({ ...work, ...discarded }));
			setDiscarded(null);
		},
		/** Stores the draft now; false on failure. */
		storeNow: () => saver.flush(),
	};
}
