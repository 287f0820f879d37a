import { useState } from 'react';
import * as z from 'zod/mini';
import { readPreference, writePreference } from '../../../storage/preferences.ts';

/** The share of the first of two panes as this browser remembers it, and how to remember another. */
export function usePaneSize(id: string): [number | null, (size: number) => void] {
	const [size] = useState(() => readPreference(`pane/${id}`, z.number().check(z.gte(0), z.lte(1))));
	return [size, (next) => writePreference(`pane/${id}`, next)];
}
