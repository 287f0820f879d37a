import { createContext } from 'react';
import type { PlainRows } from '../../../rows/index.ts';

/** Rows that leave a grid for another page. */
export interface SentRows extends PlainRows {
	/** Where they came from, for people. */
	readonly from: string;
}

/** Where the rows of a grid can be sent to; without one there is no such page. */
export interface RowConsumer {
	/** On the button: "Send to Ingest". */
	readonly label: string;
	/** Most rows that it takes at once. */
	readonly most: number;
	readonly take: (sent: SentRows) => Promise<void>;
}

export const RowConsumerContext = createContext<RowConsumer | null>(null);
