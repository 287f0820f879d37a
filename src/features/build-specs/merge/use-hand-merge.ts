import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { maxSaveDelayMs } from '../../../storage/draft-saver.ts';
import { forgetEntry, storeEntries, type VersionEntry } from '../../../storage/version-history.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { emptyText, type WorkText } from '../model.ts';
import { versionHistoryKey, versionHistoryQuery } from '../version-queries.ts';

/** Stores a hand-edited merge, within `keepWithin` of a change, until it's saved or reverted. */
export function useHandMerge(scope: Scope, buildSpecId: string, version: number) {
	const queryClient = useQueryClient();
	const [code, setCode] = useState<string | null>(null);
	const [saver] = useState(() =>
		createSaver(scope, { buildSpecId, version, kind: 'aside', savedAt: '', at: Date.now() }, () =>
			queryClient.invalidateQueries({ queryKey: versionHistoryKey }),
		),
	);
	useEffect(() => saver.flush, [saver]);
	const { data: history = [] } = useQuery(versionHistoryQuery(scope, buildSpecId));
	// A replaced draft was based on an earlier version.
	const before = history.find(
		(candidate) => candidate.kind === 'aside' && candidate.version === version && candidate.at !== saver.at(),
	);
	return {
		/** The code as edited; null while the choices determine it. */
		code,
		/** @param merged the whole text, to resume later; null returns to the choices */
		write: (merged: WorkText | null) => {
			setCode(merged?.payload ?? null);
			saver.keep(merged);
		},
		/** The text is now the draft and isn't stored twice. */
		saved: () => saver.keep(null),
		/** Unsaved text of an earlier merge with the same version, to resume; or null. */
		goOn:
			before === undefined
				? null
				: () => {
						saver.goOnFrom(before.at);
						setCode(before.text.payload);
					},
	};
}

function createSaver(scope: Scope, head: Omit<VersionEntry, 'text'>, onKept: () => Promise<void>) {
	let { at } = head;
	let waiting: { readonly text: WorkText | null } | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let last: Promise<void> = Promise.resolve();
	const put = async (text: WorkText | null): Promise<void> => {
		const entry = { ...head, at, text: text ?? emptyText };
		await (text === null ? forgetEntry(scope, entry) : storeEntries(scope, [entry]));
		await onKept();
	};
	const flush = (): void => {
		clearTimeout(timer);
		timer = undefined;
		if (waiting === null) return;
		const { text } = waiting;
		waiting = null;
		// Without a database, the text is only on the page.
		last = last.then(() => put(text)).catch(() => {});
	};
	return {
		at: () => at,
		/** Continues the entry stored at that time. */
		goOnFrom: (time: number): void => {
			at = time;
		},
		keep: (text: WorkText | null): void => {
			waiting = { text };
			timer ??= setTimeout(flush, maxSaveDelayMs);
		},
		flush,
	};
}
