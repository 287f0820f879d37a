import { join } from 'node:path';
import type { Limits } from './guard.ts';
import { Measured } from './messages.ts';
import type { RunnerProcess } from './runner-process.ts';
import type { CutFile } from './types.ts';

/** What a runner calls the pieces in its folder, from 0. */
export const partName = (index: number): string => `part-${index}`;

/** Lets a runner cut a file, within the limits of a run. @throws EngineError */
export async function cutIn(
	runner: RunnerProcess,
	file: string,
	most: number,
	limits: Limits,
): Promise<{ files: CutFile[]; dispose(): Promise<void> }> {
	try {
		const measured = Measured.parse(await runner.ask({ kind: 'cut', file, most }, limits));
		await runner.kill({ keepFolder: true });
		const files = measured.map((it, index) => ({ ...it, file: join(runner.dir, partName(index)) }));
		return { files, dispose: () => runner.kill() };
	} catch (error) {
		await runner.kill();
		throw error;
	}
}
