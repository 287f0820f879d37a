import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Inspection } from '../../../rows/index.ts';
import {
	type DraftFileRef,
	readDraftFile,
	removeDraftFile,
	storeDraftFile,
} from '../../../storage/ingest-draft-files.ts';
import { type IngestDraftSaver, openIngestDraft } from '../../../storage/ingest-draft-saver.ts';
import type { IngestDraft } from '../../../storage/ingest-drafts.ts';
import { announce } from '../../../storage/presence.ts';
import type { Scope } from '../../session/model.ts';
import { type Instructions, noInstructions, noRecords, type Records } from '../model.ts';
import type { ReadFile } from './use-reading.ts';

export interface Work {
	readonly records: Records;
	readonly instructions: Instructions;
	readonly from: string;
	/** The file, if the records are only a part of it; otherwise null. */
	readonly file: WorkFile | null;
}

/** A file and what is known about it. `read` is null while it's being looked up, or if it must be chosen again. */
export interface WorkFile extends DraftFileRef {
	readonly read: ReadFile | null;
	readonly isMissing: boolean;
}

export const workFileOf = (read: ReadFile): WorkFile => {
	const { id, name, inspection } = read;
	return { id, name, rows: inspection.rows, read, isMissing: false };
};

const nothing: Work = { records: noRecords, instructions: noInstructions, from: '', file: null };

/** Options when another tab changed the draft while this tab had changes. */
export interface DraftConflict {
	/** Number of records in the other tab. */
	readonly records: number;
	readonly decide: (mine: boolean) => void;
}

/** The records and instructions being edited, stored in this browser and synchronized between tabs. */
export function useIngestDraft(scope: Scope) {
	const [work, setWork] = useState<Work | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const [isKept, setKept] = useState(false);
	const [other, setOther] = useState<IngestDraft | null>(null);
	/** Number of other tabs showing it. */
	const [others, setOthers] = useState(0);
	const draftStore = useRef<IngestDraftSaver>(null);
	const latest = useRef(nothing);
	useEffect(() => {
		const show = (next: Work) => {
			latest.current = next;
			setWork(next);
		};
		const findFile = async (file: WorkFile) => {
			const kept = await readDraftFile(scope, file.id).catch(() => null);
			if (latest.current.file?.id !== file.id) return;
			const read = kept === null ? null : { ...kept, inspection: kept.inspection as Inspection };
			show({ ...latest.current, file: { ...file, read, isMissing: read === null } });
		};
		const opened = openIngestDraft(scope, {
			onDraft: (draft) => {
				const next = draft === null ? nothing : workOf(draft, latest.current.file);
				show(next);
				if (next.file !== null && next.file.read === null) void findFile(next.file);
			},
			onKept: (why) => {
				setProblem(why);
				setKept(why === null);
			},
			onOther: setOther,
		});
		draftStore.current = opened;
		return () => opened.close();
	}, [scope]);
	// The user may continue in another window, and a closing page can't wait.
	const flush = () => draftStore.current?.flush();
	useWindowEvent('blur', flush);
	useWindowEvent('pagehide', flush);
	useWindowEvent('visibilitychange', flush);
	useWindowEvent('beforeunload', (event) => {
		if (draftStore.current?.isStuck()) event.preventDefault();
	});
	useEffect(() => announce(JSON.stringify([scope.service, scope.user, 'ingest', 'draft']), setOthers), [scope]);
	const change = (part: Partial<Work>) => {
		const next = { ...latest.current, ...part };
		if (next.file?.id !== latest.current.file?.id) {
			const read = next.file?.read ?? null;
			// If the browser can't store it, only this tab has it, and it must be chosen again after a reload.
			(read === null ? removeDraftFile(scope) : storeDraftFile(scope, { ...read })).catch(() => {});
		}
		latest.current = next;
		setKept(false);
		setWork(next);
		draftStore.current?.note(() => storedOf(next));
	};
	const conflict: DraftConflict | null =
		other === null ? null : { records: other.rows.length, decide: (mine) => draftStore.current?.decide(mine) };
	return { work, change, problem, isKept, others, conflict };
}

/** @param known the file this tab has */
const workOf = ({ names, rows, types, instructions, from, file }: IngestDraft, known: WorkFile | null): Work => ({
	records: { names, rows, types },
	instructions,
	from,
	file: file === null ? null : file.id === known?.id ? known : { ...file, read: null, isMissing: false },
});

const storedOf = ({ records, instructions, from, file }: Work): Omit<IngestDraft, 'at'> => ({
	names: [...records.names],
	rows: records.rows.map((row) => [...row]),
	types: { ...records.types },
	instructions,
	from,
	file: file === null ? null : { id: file.id, name: file.name, rows: file.rows },
});
