import { useEffect, useRef, useState } from 'react';
import { keepIngestDraft, readIngestDraft } from '../../storage/ingest-drafts.ts';
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
/** From a change to its being kept, ms. */
const soon = 250;

/** The records and instructions that a person works with, kept in this browser. */
export function useIngestDraft(scope: Scope) {
	const [work, setWork] = useState<Work | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const [touched, setTouched] = useState(false);
	const [isKept, setKept] = useState(false);
	/** Keeps what changed last; null where it is kept, or being kept. */
	const unkept = useRef<(() => void) | null>(null);
	useEffect(() => {
		let left = false;
		readIngestDraft(scope)
			.catch(() => null)
			.then((draft) => {
				if (left) return;
				if (draft === null) return setWork((now) => now ?? nothing);
				const { names, rows, types, instructions, from } = draft;
				setWork((now) => now ?? { records: { names, rows, types }, instructions, from });
			});
		return () => {
			left = true;
		};
	}, [scope]);
	useEffect(() => {
		if (!touched || work === null) return;
		const { records, instructions, from } = work;
		const keep = () =>
			keepIngestDraft(scope, {
				names: [...records.names],
				rows: records.rows.map((it) => [...it]),
				types: { ...records.types },
				instructions: toStored(instructions),
				from,
				at: Date.now(),
			}).then(
				() => {
					setProblem(null);
					setKept(true);
				},
				() => setProblem('This browser cannot keep these records: they are lost when the page is closed.'),
			);
		const keepNow = () => {
			clearTimeout(timer);
			unkept.current = null;
			void keep();
		};
		unkept.current = keepNow;
		const timer = setTimeout(keepNow, soon);
		// A page that is being closed has no time to wait.
		addEventListener('pagehide', keepNow);
		return () => {
			clearTimeout(timer);
			removeEventListener('pagehide', keepNow);
		};
	}, [work, touched, scope]);
	// Nor has one that is left for another page of the console.
	useEffect(() => () => unkept.current?.(), []);
	const change = (next: Partial<Work>) => {
		setTouched(true);
		setKept(false);
		setWork((now) => ({ ...(now ?? nothing), ...next }));
	};
	return { work, change, problem, isKept };
}
