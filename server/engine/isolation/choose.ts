import { mkdir, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { EngineSettings } from '../../settings/settings.ts';
import { runnerFile } from '../process-file.ts';
import { type LayerOption, layersOf, noLayer } from './layers.ts';
import { problemOf } from './probe.ts';
import { isolationRemedy } from './remedy.ts';
import { nativePackages, visibleTo } from './visible.ts';

interface Rejected {
	readonly layer: LayerOption['layer'];
	readonly reason: string;
}

/** How runners are isolated from the system, and why stronger layers were rejected. */
export interface Isolation {
	readonly layer: LayerOption;
	readonly rejected: readonly Rejected[];
}

/** `--isolation required` on a machine where no layer works. */
export class IsolationError extends Error {
	override name = 'IsolationError';
}

/**
 * Tries what the system offers and picks the strongest layer that works. @param dir the engine's folder, within the data folder
 * @throws IsolationError if isolation is required and no layer works
 */
export async function chooseIsolation(mode: EngineSettings['isolation'], dir: string): Promise<Isolation> {
	if (mode === 'off') return { layer: noLayer, rejected: [] };
	const rejected: Rejected[] = [];
	for (const { option, library } of await candidates(dir)) {
		const reason = option.missing ?? (await problemOf(option, dir, library));
		if (reason === null) return { layer: option, rejected };
		rejected.push({ layer: option.layer, reason });
	}
	if (mode === 'required') throw new IsolationError(requiredMessage(rejected));
	return { layer: noLayer, rejected };
}

/** Layers to try, strongest first, each with the library that a runner must be able to load in it. */
export async function candidates(dir: string): Promise<{ option: LayerOption; library: string }[]> {
	const program = runnerFile();
	// When run from source, a compiler starts its own processes, which shouldn't be isolated.
	if (program === null) return [];
	await mkdir(dir, { recursive: true, mode: 0o700 });
	const { library, packages } = nativePackages(program);
	const visible = visibleTo([dirname(program), ...packages], dirname(await realpath(dir)));
	return layersOf(visible).map((option) => ({ option, library }));
}

function requiredMessage(rejected: readonly Rejected[]): string {
	const problem = 'Can’t isolate runs, but --isolation is "required".';
	if (runnerFile() === null)
		return `${problem} Isolation isn’t available when running from source. Run npm run build, then start the built service.`;
	const tried = rejected.map(({ layer, reason }) => `${layer} (${reason})`).join(', ');
	const why = tried === '' ? `Isolation isn’t supported on ${process.platform}.` : `Tried ${tried}.`;
	return `${problem} ${why} ${isolationRemedy(rejected)}. Alternatively, start the service with --isolation auto: if no isolation works, runs aren’t isolated.`;
}
