import * as z from 'zod/mini';
import { foldName } from '#contract/ids.ts';
import { consolePath, readJson, writeText } from '../../../storage/web-storage.ts';
import { fullName, type NamespaceRef } from '../model.ts';

/** The last wipe of a namespace sent by this browser. `sent`: its outcome is unknown. Times in ms since 1970. */
const WipeMark = z.object({
	state: z.enum(['sent', 'done', 'not-done']),
	at: z.number(),
	deleteDatasets: z.boolean(),
});
export type WipeMark = z.infer<typeof WipeMark>;

export interface WipeTarget extends NamespaceRef {
	readonly service: string;
}

const nameOf = (target: WipeTarget): string =>
	['dataset-console/wipe/1', consolePath(), target.service, foldName(fullName(target))]
		.map(encodeURIComponent)
		.join('/');

export const readMark = (target: WipeTarget): WipeMark | null => readJson('local', nameOf(target), WipeMark) ?? null;

const openChannel = (target: WipeTarget): BroadcastChannel => new BroadcastChannel(nameOf(target));

export function writeMark(target: WipeTarget, mark: WipeMark): void {
	writeText('local', nameOf(target), JSON.stringify(mark));
	const channel = openChannel(target);
	channel.postMessage('changed');
	channel.close();
}

/** Calls back when another tab starts or finishes a wipe of the namespace. Returns an unsubscribe function. */
export function watchMark(target: WipeTarget, onChange: () => void): () => void {
	const channel = openChannel(target);
	channel.onmessage = onChange;
	return () => channel.close();
}

/** The message is for the user: what happened in another tab. */
export class WipeRefused extends Error {
	override readonly name = 'WipeRefused';
	/** What the user can do now. */
	readonly advice: string;

	constructor(message: string, advice: string) {
		super(message);
		this.advice = advice;
	}
}

export const closePanel = 'Close this dialog to see the current state.';

/**
 * Runs while no other tab of this browser wipes the namespace, and only if none did since the user looked.
 * @param seenAt when the impact was gathered, ms since 1970
 * @throws WipeRefused
 */
export async function wipeAlone<T>(target: WipeTarget, seenAt: number, act: () => Promise<T>): Promise<T> {
	const guarded = async () => {
		const mark = readMark(target);
		if (mark?.state === 'sent')
			throw new WipeRefused('The result of an earlier wipe is unknown', 'Check the result first.');
		if (mark?.state === 'done' && mark.at >= seenAt)
			throw new WipeRefused('This namespace was already wiped in another tab', closePanel);
		return await act();
	};
	// Locks exist only on secure origins; elsewhere, tabs rely on the mark.
	const { locks } = navigator as { locks?: LockManager };
	if (locks === undefined) return await guarded();
	return (await locks.request(nameOf(target), { ifAvailable: true }, async (lock) => {
		if (lock === null)
			throw new WipeRefused('This namespace is being wiped in another tab', 'Wait until that tab is done.');
		return await guarded();
	})) as T;
}
