import { createContext } from 'react';
import type { PlainRows } from '../../../rows/index.ts';

export interface SentRows extends PlainRows {
	/** Source of the rows, for display. */
	readonly from: string;
}

/** Page the grid's rows can be sent to. Without it, there is no such page. */
export interface RowConsumer {
	/** Button label: "Send to Ingest". */
	readonly label: string;
	/** Maximum rows. */
	readonly most: number;
	readonly take: (sent: SentRows) => Promise<void>;
}

export const RowConsumerContext = createContext<RowConsumer | null>(null);
