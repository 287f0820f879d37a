import { useEffect, useRef, useState } from 'react';
import { type IngestDraftKeeper, openIngestDraft } from '../../storage/ingest-draft-keeper.ts';
import type { IngestDraft } from '../../storage/ingest-drafts.ts';
import { announce } from '../../storage/presence.ts';
import type { Scope } from '../session/model.ts';
import { type Instructions, noInstructions, noRecords, type Records } from './model.ts';

export interface Work {
	readonly records: Records;
	readonly instructions: Instructions;
	readonly from: string;
}

/** As storage takes them: lists of their own. */
export const toStored = (it: Instructions) => ({
	...it,
	schema: it.schema.map((row) => ({ ...row })),
	linked: it.linked?.map((row) => ({ ...row })) ?? null,
});

const nothing: Work = { records: noRecords, instructions: noInstructions, from: '' };

/** What to do where another tab changed the draft while something was changed here. */
export interface DraftConflict {
	/** Records that the other tab has. */
	readonly records: number;
	readonly decide: (mine: boolean) => void;
}

/** The records and instructions that a person works with, kept in this browser and the same in each of its tabs. */
export function useIngestDraft(scope: Scope) {
	const [work, setWork] = useState<Work | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const [isKept, setKept] = useState(false);
	const [other, setOther] = useState<IngestDraft | null>(null);
	/** How many other tabs show it. */
	const [others, setOthers] = useState(0);
	const keeper = useRef<IngestDraftKeeper>(null);
	const latest = useRef(nothing);
	useEffect(() => {
		const show = (next: Work) => {
			latest.current = next;
			setWork(next);
		};
		const opened = openIngestDraft(scope, {
			onDraft: (draft) => show(draft === null ? nothing : workOf(draft)),
			onKept: (why) => {
				setProblem(why);
				setKept(why === null);
			},
			onOther: setOther,
		});
		keeper.current = opened;
		const beforeUnload = (event: BeforeUnloadEvent) => {
			if (opened.isStuck()) event.preventDefault();
		};
		// Another window of this browser may be where the person goes on, and a page that is being closed has no time to wait.
		const moments = ['blur', 'pagehide', 'visibilitychange'];
		for (const it of moments) addEventListener(it, opened.flush);
		addEventListener('beforeunload', beforeUnload);
		return () => {
			for (const it of moments) removeEventListener(it, opened.flush);
			removeEventListener('beforeunload', beforeUnload);
			opened.close();
		};
	}, [scope]);
	useEffect(() => announce(JSON.stringify([scope.service, scope.user, 'ingest', 'draft']), setOthers), [scope]);
	const change = (part: Partial<Work>) => {
		const next = { ...latest.current, ...part };
		latest.current = next;
		setKept(false);
		setWork(next);
		keeper.current?.note(() => storedOf(next));
	};
	const conflict: DraftConflict | null =
		other === null ? null : { records: other.rows.length, decide: (mine) => keeper.current?.decide(mine) };
	return { work, change, problem, isKept, others, conflict };
}

const workOf = ({ names, rows, types, instructions, from }: IngestDraft): Work => ({
	records: { names, rows, types },
	instructions,
	from,
});

const storedOf = ({ records, instructions, from }: Work): Omit<IngestDraft, 'at'> => ({
	names: [...records.names],
	rows: records.rows.map((it) => [...it]),
	types: { ...records.types },
	instructions: toStored(instructions),
	from,
});
