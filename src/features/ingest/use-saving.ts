import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cancelIngestion, type IngestionDetail } from '#contract/ingest.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import {
	type KeptSave,
	keepSave,
	readSave,
	readSaveRows,
	removeSave,
	type SaveRows,
} from '../../storage/ingest-saves.ts';
import { openTable } from '../../ui/table-files/open-table.ts';
import { nameKeys } from '../names/queries.ts';
import type { Scope } from '../session/model.ts';
import { ingestKeys } from './queries.ts';
import { runSave, SaveEnded } from './save-run.ts';
import { openSaveSource } from './save-source.ts';

export type Saving =
	| { readonly state: 'none' }
	/** Begun before this page was opened, or given up on by it. */
	| { readonly state: 'stopped'; readonly save: KeptSave; readonly error: unknown }
	| { readonly state: 'going'; readonly save: KeptSave; readonly rows: number; readonly isCommitting: boolean }
	| { readonly state: 'done'; readonly ingestion: IngestionDetail };

/** Saves rows; where it stands is kept in this browser, so that it can be gone on with. */
export function useSaving(scope: Scope) {
	const queryClient = useQueryClient();
	const [saving, setSaving] = useState<Saving>({ state: 'none' });
	const current = useRef<AbortController>(null);
	useEffect(() => {
		let left = false;
		readSave(scope)
			.catch(() => null)
			.then((save) => {
				if (!left && save !== null)
					setSaving((now) => (now.state === 'none' ? { state: 'stopped', save, error: null } : now));
			});
		return () => {
			left = true;
			current.current?.abort();
		};
	}, [scope]);

	/** @param rows what it sends, where it begins */
	async function go(save: KeptSave, rows?: SaveRows): Promise<void> {
		current.current?.abort();
		const controller = new AbortController();
		const { signal } = controller;
		current.current = controller;
		let latest = save;
		setSaving({ state: 'going', save, rows: 0, isCommitting: false });
		try {
			if (rows !== undefined) await keepSave(scope, save, rows);
			const sends = rows ?? (await readSaveRows(scope));
			if (sends === null)
				throw new SaveEnded('This browser has lost the rows of this save. Give it up and begin again.');
			const source = await openSaveSource(sends, save.mapping, openTable, signal);
			const ingestion = await runSave(save, {
				source,
				signal,
				keep: async (next) => {
					latest = next;
					await keepSave(scope, next);
				},
				onProgress: (sent, isCommitting) => {
					if (!signal.aborted) setSaving({ state: 'going', save: latest, rows: sent, isCommitting });
				},
			}).finally(() => source.close());
			await removeSave(scope);
			setSaving({ state: 'done', ingestion });
		} catch (error) {
			if (!signal.aborted) setSaving({ state: 'stopped', save: latest, error });
		} finally {
			for (const queryKey of [ingestKeys.all, nameKeys.all, nameKeys.schemas])
				void queryClient.invalidateQueries({ queryKey });
		}
	}

	const stop = (save: KeptSave) => {
		current.current?.abort();
		setSaving({ state: 'stopped', save, error: null });
	};

	/** What was sent is removed; nothing was written. */
	async function giveUp(save: KeptSave): Promise<void> {
		current.current?.abort();
		try {
			if (save.ingestionId !== null)
				await call(cancelIngestion, { params: { ingestionId: save.ingestionId } }).catch(unlessOver);
			await removeSave(scope);
			setSaving({ state: 'none' });
		} catch (error) {
			setSaving({ state: 'stopped', save, error });
		}
	}
	return { saving, go, stop, giveUp, forget: () => setSaving({ state: 'none' }) };
}

/** One that is not there, or that has ended, need not be given up. */
function unlessOver(error: unknown): void {
	if (!isApiError(error) || (error.status !== 404 && error.status !== 409)) throw error;
}
