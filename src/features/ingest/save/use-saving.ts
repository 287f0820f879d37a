import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { IngestionDetail } from '#contract/ingest.ts';
import { openTable } from '../../../rows/index.ts';
import {
	readSave,
	readSaveRows,
	removeSave,
	SaveRefused,
	type SaveRows,
	type StoredSave,
	storeSave,
} from '../../../storage/ingest-saves.ts';
import { holdLock, isLockHeld, whenLockReleased } from '../../../storage/tab-locks.ts';
import { nameKeys } from '../../names/queries.ts';
import type { Scope } from '../../session/model.ts';
import { ingestKeys } from '../queries.ts';
import { endOf, giveUpSave, openSaveSource, runSave, SaveEnded } from './save-run.ts';

export type Saving =
	| { readonly state: 'none' }
	/** Started before this page was opened, or interrupted. */
	| { readonly state: 'stopped'; readonly save: StoredSave; readonly error: unknown }
	/** Being sent by another tab. */
	| { readonly state: 'elsewhere'; readonly save: StoredSave }
	| { readonly state: 'going'; readonly save: StoredSave; readonly rows: number; readonly isCommitting: boolean }
	/** Null: canceled, or ended in another tab with an unknown outcome. */
	| { readonly state: 'done'; readonly ingestion: IngestionDetail | null };

/** Saves rows. Progress is stored in this browser, so that one tab at a time can resume it. */
export function useSaving(scope: Scope) {
	const queryClient = useQueryClient();
	const [saving, setSaving] = useState<Saving>({ state: 'none' });
	const current = useRef<AbortController>(null);
	/** Settles when this tab's last action has released its save. */
	const last = useRef<Promise<void>>(Promise.resolve());
	useEffect(() => {
		let left = false;
		findStoredSave(scope, null)
			.catch(() => null)
			.then((found) => {
				if (!left && found !== null) setSaving((now) => (now.state === 'none' ? found : now));
			});
		return () => {
			left = true;
			current.current?.abort();
		};
	}, [scope]);

	const invalidate = () => {
		for (const queryKey of [ingestKeys.all, nameKeys.all, nameKeys.schemas])
			void queryClient.invalidateQueries({ queryKey });
	};

	/**
	 * Runs an action while no other tab is active on the save, after this tab's last action.
	 * @param act returns the next state; an error stops the save
	 */
	function alone(save: StoredSave, act: (signal: AbortSignal) => Promise<Saving>): Promise<void> {
		current.current?.abort();
		const controller = new AbortController();
		const { signal } = controller;
		current.current = controller;
		const before = last.current;
		const show = (next: Saving) => {
			if (!signal.aborted) setSaving(next);
		};
		const acting = async () => {
			await before;
			const release = signal.aborted ? null : await holdLock(lockOf(save));
			if (release === null) return show({ state: 'elsewhere', save });
			await act(signal)
				.catch((error: unknown): Saving => ({ state: 'stopped', save, error }))
				.then(show);
			release();
			invalidate();
		};
		last.current = acting();
		return last.current;
	}

	/** @param rows to send; only for a new save */
	function go(save: StoredSave, rows?: SaveRows): Promise<void> {
		let latest = save;
		setSaving({ state: 'going', save, rows: 0, isCommitting: false });
		return alone(save, async (signal) => {
			try {
				if (rows !== undefined) await begin(scope, save, rows);
				else {
					const kept = await readSave(scope);
					if (kept?.key !== save.key) return { state: 'done', ingestion: await endOf(save) };
					latest = kept;
				}
				const sends = rows ?? (await readSaveRows(scope, save.key));
				if (sends === null)
					throw new SaveEnded('This browser no longer has the rows for this save. Cancel the save and start over.');
				const source = await openSaveSource(sends, save.mapping, openTable, signal);
				const ingestion = await runSave(latest, {
					source,
					signal,
					keep: async (next) => {
						latest = next;
						await storeSave(scope, next);
					},
					onProgress: (sent, isCommitting) => {
						if (!signal.aborted) setSaving({ state: 'going', save: latest, rows: sent, isCommitting });
					},
				}).finally(() => source.close());
				await removeSave(scope, save.key);
				return { state: 'done', ingestion };
			} catch (error) {
				// An unfinished save takes precedence over a new one.
				const other = error instanceof SaveRefused && rows !== undefined ? await findStoredSave(scope, error) : null;
				return other ?? { state: 'stopped', save: latest, error };
			}
		});
	}

	const stop = (save: StoredSave) => {
		current.current?.abort();
		setSaving({ state: 'stopped', save, error: null });
	};

	/** Cancels the save, or shows what was written if it's too late. */
	function giveUp(save: StoredSave): Promise<void> {
		const isEnded = saving.state === 'stopped' && saving.error instanceof SaveEnded;
		return alone(save, async () => {
			const kept = await readSave(scope);
			const isKept = kept?.key === save.key;
			const ingestion = await giveUpSave(isKept ? kept : save);
			await removeSave(scope, save.key);
			// Another tab may have finished a save this tab never saw start.
			const isKnown = isKept || isEnded || save.ingestionId !== null;
			return ingestion === null && isKnown ? { state: 'none' } : { state: 'done', ingestion };
		});
	}

	const awaited = saving.state === 'elsewhere' ? saving.save : null;
	const follow = useEffectEvent(async (save: StoredSave, signal: AbortSignal) => {
		await whenLockReleased(lockOf(save), signal);
		const next: Saving = (await findStoredSave(scope, null)) ?? { state: 'done', ingestion: await endOf(save) };
		if (signal.aborted) return;
		setSaving(next);
		invalidate();
	});
	useEffect(() => {
		if (awaited === null) return;
		const left = new AbortController();
		follow(awaited, left.signal).catch((error: unknown) => {
			if (!left.signal.aborted) setSaving({ state: 'stopped', save: awaited, error });
		});
		return () => left.abort();
	}, [awaited]);

	return { saving, go, stop, giveUp, forget: () => setSaving({ state: 'none' }) };
}

const lockOf = ({ key }: StoredSave): string => `save ${key}`;

/** The save stored in this browser, or null. @param error why it's shown now */
async function findStoredSave(scope: Scope, error: SaveRefused | null): Promise<Saving | null> {
	const save = await readSave(scope);
	if (save === null) return null;
	return (await isLockHeld(lockOf(save))) ? { state: 'elsewhere', save } : { state: 'stopped', save, error };
}

/** @throws SaveRefused; SaveEnded if the browser can't store the rows */
async function begin(scope: Scope, save: StoredSave, rows: SaveRows): Promise<void> {
	try {
		await storeSave(scope, save, rows);
	} catch (error) {
		if (error instanceof SaveRefused) throw error;
		throw new SaveEnded(
			error instanceof DOMException && error.name === 'QuotaExceededError'
				? 'This browser has no storage left for the rows, so nothing was sent. Free up storage, then save again.'
				: 'This browser couldn’t store the rows, so nothing was sent. Allow storage for this site, then save again.',
		);
	}
}
