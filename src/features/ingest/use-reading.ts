import { useEffect, useRef, useState } from 'react';
import type { Choices, Inspection, OpenTable } from '../../ui/table-files/how.ts';
import { openTable } from '../../ui/table-files/open-table.ts';

export interface Source {
	readonly blob: Blob;
	/** For people: a file's name, or "Pasted text". */
	readonly name: string;
}

/** A file that was read to its end. */
export interface ReadFile extends Source {
	readonly inspection: Inspection;
}

type Reading =
	| { readonly state: 'none' }
	| { readonly state: 'reading'; readonly source: Source; readonly bytes: number }
	| { readonly state: 'failed'; readonly source: Source; readonly choices: Choices; readonly message: string }
	| { readonly state: 'read'; readonly source: Source; readonly choices: Choices; readonly table: OpenTable };

/** Reads what was pasted, dropped or chosen, in a worker; one at a time. */
export function useReading(onRead: (table: OpenTable, source: Source) => void) {
	const [reading, setReading] = useState<Reading>({ state: 'none' });
	const current = useRef<AbortController>(null);
	useEffect(() => () => current.current?.abort(), []);

	async function read(source: Source, choices: Choices = {}): Promise<void> {
		current.current?.abort();
		const left = new AbortController();
		current.current = left;
		if (reading.state === 'read') reading.table.close();
		setReading({ state: 'reading', source, bytes: 0 });
		try {
			const table = await openTable(source.blob, choices, left.signal, (bytes) =>
				setReading({ state: 'reading', source, bytes }),
			);
			setReading({ state: 'read', source, choices, table });
			onRead(table, source);
		} catch (error) {
			if (left.signal.aborted) return;
			setReading({ state: 'failed', source, choices, message: error instanceof Error ? error.message : String(error) });
		}
	}
	const cancel = () => {
		current.current?.abort();
		setReading({ state: 'none' });
	};
	return { reading, read, cancel };
}
