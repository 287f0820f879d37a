import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import { nextTask } from '#lib/concurrency/next-task.ts';
import { isMissingChunk } from '../../lib/missing-chunk.ts';
import { noteMissingPart } from '../states/lazy-part.tsx';
import { fetchEditorWorker } from './monaco-environment.ts';

type Loaded = typeof import('./monaco.ts');

let loading: Promise<Loaded> | null = null;

/** Loads Monaco once. A failed load (new deployment, no network) is retried on the next call. */
export function loadMonaco(): Promise<Loaded> {
	loading ??= Promise.all([import('./monaco.ts'), fetchEditorWorker()]).then(
		([loaded]) => loaded,
		(error: unknown) => {
			loading = null;
			throw error;
		},
	);
	return loading;
}

/**
 * Monaco in the console's color scheme; null until loaded and until the plain text has been drawn, because creating an
 * editor takes longer than a frame. If Monaco can't be loaded, the plain text stays.
 */
export function useMonaco(): Loaded | null {
	const [loaded, setLoaded] = useState<Loaded | null>(null);
	const scheme = useComputedColorScheme('light');
	useEffect(() => {
		let isCurrent = true;
		Promise.all([loadMonaco(), drawn()]).then(
			([loaded]) => isCurrent && setLoaded(loaded),
			(error: unknown) => {
				console.warn('Couldn’t load the full editor. The plain one still works.', error);
				if (isMissingChunk(error)) noteMissingPart();
			},
		);
		return () => {
			isCurrent = false;
		};
	}, []);
	useEffect(() => loaded?.monaco.editor.setTheme(`console-${scheme}`), [loaded, scheme]);
	return loaded;
}

/** Resolves after the next frame. Hidden tabs draw none, and don't wait. */
async function drawn(): Promise<void> {
	if (document.visibilityState === 'visible') await new Promise((resolve) => requestAnimationFrame(resolve));
	await nextTask();
}
