import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keepWithin } from '../../../storage/draft-keeper.ts';
import { forgetEntry, keepEntries, type LedgerEntry, type LedgerScope } from '../../../storage/ledger.ts';
import { emptyText, type WorkText } from '../model.ts';
import { ledgerKey, ledgerQuery } from '../versions/version-queries.ts';

/** What is written by hand into a merge. */
export interface HandMerge {
	/** The code as it was written; null: it is as the choices make it. */
	readonly code: string | null;
	/** @param merged the whole of it, to go on with later; null goes back to the choices */
	readonly write: (merged: WorkText | null) => void;
	/** It is the draft from now on: it is not kept twice. */
	readonly saved: () => void;
	/** Goes on with what was written into a merge with the same version before and was not saved; null: nothing was. */
	readonly goOn: (() => void) | null;
}

/**
 * Keeps what is written into a merge among the versions, within `keepWithin` of its change, until it is saved or taken
 * back: the sheet may be closed, or the browser ended.
 * @param version the version that it is merged with, and begins from
 */
export function useHandMerge(scope: LedgerScope, buildSpecId: string, version: number): HandMerge {
	const queryClient = useQueryClient();
	const [code, setCode] = useState<string | null>(null);
	const [keeper] = useState(() =>
		createKeeper(scope, { buildSpecId, version, kind: 'aside', savedAt: '', at: Date.now() }, () =>
			queryClient.invalidateQueries({ queryKey: ledgerKey }),
		),
	);
	useEffect(() => keeper.flush, [keeper]);
	const { data: ledger = [] } = useQuery(ledgerQuery(scope, buildSpecId));
	// Text that gave way began from a version before that one.
	const before = ledger.find((it) => it.kind === 'aside' && it.version === version && it.at !== keeper.at());
	return {
		code,
		write: (merged) => {
			setCode(merged?.payload ?? null);
			keeper.keep(merged);
		},
		saved: () => keeper.keep(null),
		goOn:
			before === undefined
				? null
				: () => {
						keeper.goOnFrom(before.at);
						setCode(before.text.payload);
					},
	};
}

function createKeeper(scope: LedgerScope, head: Omit<LedgerEntry, 'text'>, onKept: () => Promise<void>) {
	let { at } = head;
	let waiting: { readonly text: WorkText | null } | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let last: Promise<void> = Promise.resolve();
	const put = async (text: WorkText | null): Promise<void> => {
		const entry = { ...head, at, text: text ?? emptyText };
		if (text === null) await forgetEntry(scope, entry);
		else await keepEntries(scope, [entry]);
		await onKept();
	};
	const flush = (): void => {
		clearTimeout(timer);
		timer = undefined;
		if (waiting === null) return;
		const { text } = waiting;
		waiting = null;
		// Without a database it is on the page alone.
		last = last.then(() => put(text)).catch(() => {});
	};
	return {
		at: () => at,
		/** What was kept then is what is written anew from now on. */
		goOnFrom: (time: number): void => {
			at = time;
		},
		keep: (text: WorkText | null): void => {
			waiting = { text };
			timer ??= setTimeout(flush, keepWithin);
		},
		flush,
	};
}
