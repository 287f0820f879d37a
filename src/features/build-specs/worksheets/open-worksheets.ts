import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDrafts } from '../../../storage/use-drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { readOpenWorksheets, writeOpenWorksheets } from '../../../storage/worksheets.ts';
import { freeWorksheetName, worksheetNames } from '../draft-ids.ts';

/** Existing and open worksheets. Empty worksheets are only open, not stored. */
export function useOpenWorksheets(scope: Scope, shown: string | null) {
	const [stored, setStored] = useState(() => readOpenWorksheets(scope));
	const drafts = useDrafts(scope);
	const kept = useMemo(() => worksheetNames(drafts), [drafts]);
	const open = shown === null || stored.includes(shown) ? stored : [...stored, shown];
	const write = useCallback(
		(change: (before: readonly string[]) => readonly string[]) => {
			// Another window may have opened worksheets.
			const next = change(readOpenWorksheets(scope));
			writeOpenWorksheets(scope, next);
			setStored(next);
		},
		[scope],
	);
	useEffect(() => {
		if (shown !== null) write((before) => (before.includes(shown) ? before : [...before, shown]));
	}, [shown, write]);
	return {
		open,
		/** All nonempty worksheets, newest first. */
		kept,
		freeName: () => freeWorksheetName([...kept, ...open]),
		/** @returns the neighboring tab to show, or null */
		close: (name: string): string | null => {
			const at = open.indexOf(name);
			write((before) => before.filter((other) => other !== name));
			return open[at + 1] ?? open[at - 1] ?? null;
		},
		rename: (from: string, to: string) => write((before) => before.map((name) => (name === from ? to : name))),
	};
}

export type OpenWorksheets = ReturnType<typeof useOpenWorksheets>;
