import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { BuildRun } from '#contract/build-run.ts';
import { readPreference, writePreference } from '../../storage/preferences.ts';
import { type SavedCode, savedVersion, versionName } from './model.ts';

const key = 'runs/saved-as';
const SavedAs = z.record(z.string(), z.number());
/** Maximum runs remembered. */
const limit = 200;

/**
 * Name of the code a run ran. A draft that was later saved unchanged is then named after that version.
 * @param saved the current BuildSpec; null if unknown
 */
export function useVersionName(run: BuildRun | null, saved: SavedCode | null): string {
	const version = run === null || saved === null ? null : savedVersion(run, saved);
	const id = run?.id ?? '';
	useEffect(() => {
		const known = readPreference(key, SavedAs) ?? {};
		if (version === null || known[id] !== undefined) return;
		writePreference(key, Object.fromEntries([...Object.entries(known), [id, version]].slice(-limit)));
	}, [id, version]);
	if (run === null) return '';
	if (!run.draft) return versionName(run);
	const found = readPreference(key, SavedAs)?.[id] ?? version;
	return found === null ? versionName(run) : `v${found}`;
}
