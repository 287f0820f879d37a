import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { randomId } from '../../../lib/random-id.ts';
import { type Choices, type Inspection, type OpenTable, openTable } from '../../../rows/index.ts';

export interface Source {
	readonly blob: Blob;
	/** For people: a file's name, or "Pasted text". */
	readonly name: string;
}

/** A file that was read to its end. */
export interface ReadFile extends Source {
	readonly id: string;
	readonly inspection: Inspection;
}

type Reading =
	| { readonly state: 'none' }
	| { readonly state: 'reading'; readonly source: Source; readonly bytes: number }
	| { readonly state: 'failed'; readonly source: Source; readonly choices: Choices; readonly message: string }
	| { readonly state: 'read'; readonly file: ReadFile; readonly choices: Choices; readonly table: OpenTable };

/** Reads what was pasted, dropped or chosen, in a worker; one at a time. */
export function useReading(onRead: (table: OpenTable, file: ReadFile) => void) {
	const [reading, setReading] = useState<Reading>({ state: 'none' });
	const current = useRef<AbortController>(null);
	/** What the worker holds open for this page. */
	const opened = useRef<OpenTable>(null);
	const close = () => {
		current.current?.abort();
		opened.current?.close();
		opened.current = null;
	};
	const leave = useEffectEvent(close);
	useEffect(() => () => leave(), []);

	async function read(source: Source, choices: Choices = {}): Promise<void> {
		close();
		const left = new AbortController();
		current.current = left;
		setReading({ state: 'reading', source, bytes: 0 });
		try {
			const table = await openTable(source.blob, choices, left.signal, (bytes) =>
				setReading({ state: 'reading', source, bytes }),
			);
			if (left.signal.aborted) return table.close();
			opened.current = table;
			const { blob, name } = source;
			const file = { id: randomId(), blob, name, inspection: table.inspection };
			setReading({ state: 'read', file, choices, table });
			onRead(table, file);
		} catch (error) {
			if (left.signal.aborted) return;
			setReading({ state: 'failed', source, choices, message: error instanceof Error ? error.message : String(error) });
		}
	}
	const cancel = () => {
		close();
		setReading({ state: 'none' });
	};
	return { reading, read, cancel };
}
