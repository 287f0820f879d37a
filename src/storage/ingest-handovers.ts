import * as z from 'zod/mini';
import { randomId } from '../lib/random-id.ts';
import { keyOf, openIngest, rangeOf } from './ingest-database.ts';
import type { Scope } from './web-storage.ts';

/** Rows that a page hands to the one where they are tried: a value a column, and where they came from, for people. */
export const Handover = z.object({
	names: z.array(z.string()),
	rows: z.array(z.array(z.unknown())),
	from: z.string(),
});
export type Handover = z.infer<typeof Handover>;

/** Keeps rows until they are taken. Answers the id that names them; those that were left before are forgotten. */
export async function handOver(scope: Scope, handover: Handover): Promise<string> {
	const db = await openIngest();
	const id = randomId();
	const transaction = db.transaction('handovers', 'readwrite');
	void transaction.store.delete(rangeOf(scope));
	void transaction.store.put(handover, [keyOf(scope), id]);
	await transaction.done;
	return id;
}

/** The rows of an id; null where there are none. */
export async function readHandover(scope: Scope, id: string): Promise<Handover | null> {
	return Handover.safeParse(await (await openIngest()).get('handovers', [keyOf(scope), id])).data ?? null;
}

/** Forgets what was handed over and was taken, or is not wanted. */
export async function removeHandovers(scope: Scope): Promise<void> {
	await (await openIngest()).delete('handovers', rangeOf(scope));
}
