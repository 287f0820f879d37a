import type { Operation } from '#contract/operation.ts';
import { settleWrite } from '../../api/lost-write.ts';
import { orNull } from './queries.ts';

interface Removal {
	readonly operation: Operation;
	/** "deleted" */
	readonly done: string;
	readonly send: () => Promise<unknown>;
	readonly read: () => Promise<unknown>;
}

/** Sends a removal once. When its answer is lost, what cannot be read any more is taken for removed. */
export async function settleRemoval({ operation, done, send, read }: Removal, onlyLook = false): Promise<void> {
	const find = async () => ((await orNull(read())) === null ? true : null);
	await settleWrite({ operation: operation.id, done, send: () => send().then(() => true), find }, onlyLook);
}
