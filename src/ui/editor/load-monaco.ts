import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import { nextTask } from '#lib/concurrency/next-task.ts';
import { isMissingChunk } from '../../lib/missing-chunk.ts';
import { noteMissingPart } from '../states/lazy-part.tsx';
import { fetchEditorWorker } from './monaco-environment.ts';

type Loaded = typeof import('./monaco.ts');

let loading: Promise<Loaded> | null = null;
/** Set once Monaco has loaded and an editor was created, which makes the next one quick. */
let ready: Loaded | null = null;

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
 * Loads and evaluates Monaco before it's needed, and creates a first editor, which creates all that editors share. In
 * several tasks, because each takes a while.
 */
export async function prepareMonaco(): Promise<void> {
	await import('monaco-editor/editor');
	await nextTask();
	const loaded = await loadMonaco();
	await nextTask();
	loaded.monaco.editor.setTheme(`console-${document.documentElement.dataset.mantineColorScheme ?? 'light'}`);
	const props = { value: 'select 1', language: 'sql', ariaLabel: '' } as const;
	loaded.createEditor(loaded.monaco, document.createElement('div'), () => props, null).dispose();
	ready = loaded;
}

/**
 * Monaco in the console's color scheme. If it isn't prepared, null until loaded and until the plain text has been drawn,
 * because creating the first editor takes longer than a frame. If Monaco can't be loaded, the plain text stays.
 */
export function useMonaco(): Loaded | null {
	const [loaded, setLoaded] = useState(ready);
	const scheme = useComputedColorScheme('light');
	useEffect(() => {
		if (ready !== null) return setLoaded(ready);
		let isCurrent = true;
		Promise.all([loadMonaco(), drawn()]).then(
			([loaded]) => isCurrent && setLoaded(loaded),
			(error: unknown) => {
				console.warn('Couldn’t load the full editor. The plain editor still works.', error);
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
