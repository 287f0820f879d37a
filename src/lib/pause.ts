import { abortable } from '#lib/concurrency/abortable.ts';

/** Resolves after a delay. @throws AbortError as soon as the signal aborts */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const passed = new Promise<void>((resolve) => setTimeout(resolve, ms));
	await (signal === undefined ? passed : abortable(passed, signal));
}
