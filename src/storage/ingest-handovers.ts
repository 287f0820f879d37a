import * as z from 'zod/mini';
import { randomId } from '../lib/random-id.ts';
import { keyOf, openIngest, rangeOf } from './ingest-database.ts';
import type { Scope } from './web-storage.ts';

/** Rows handed to the ingestion page: one value per column, and their origin for display. */
export const Handover = z.object({
	names: z.array(z.string()),
	rows: z.array(z.array(z.unknown())),
	from: z.string(),
});
export type Handover = z.infer<typeof Handover>;

/** Stores rows until they're taken. Returns their id; earlier ones are dropped. */
export async function handOver(scope: Scope, handover: Handover): Promise<string> {
	const db = await openIngest();
	const id = randomId();
	const transaction = db.transaction('handovers', 'readwrite');
	void transaction.store.delete(rangeOf(scope));
	void transaction.store.put(handover, [keyOf(scope), id]);
	await transaction.done;
	return id;
}

export async function readHandover(scope: Scope, id: string): Promise<Handover | null> {
	return Handover.safeParse(await (await openIngest()).get('handovers', [keyOf(scope), id])).data ?? null;
}

export async function removeHandovers(scope: Scope): Promise<void> {
	await (await openIngest()).delete('handovers', rangeOf(scope));
}
