import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OpenedFile, Progress, ReadAs } from '../../../rows/index.ts';
import type { OutputItem } from '../output-item.ts';
import { openOutput, takeAhead } from './open-output.ts';

export type Opening =
	/** `progress` is there as soon as it takes a while; `stop` ends reading and shows what was read. */
	| { readonly state: 'opening'; readonly progress: Progress | null; stop(): void }
	| { readonly state: 'ready'; readonly file: OpenedFile }
	| { readonly state: 'failed'; readonly error: unknown };

const opening: Opening = { state: 'opening', progress: null, stop: () => {} };

/**
 * Opens an output's file for as long as it is shown. `again` opens it anew: after a failure, or to read its text in
 * another way.
 */
export function useOpenedFile(buildRunId: string, item: OutputItem): [Opening, again: (as?: ReadAs) => void] {
	const queryClient = useQueryClient();
	const [{ attempt, as }, setAttempt] = useState<{ attempt: number; as: ReadAs | null }>({ attempt: 0, as: null });
	const [opened, setOpened] = useState<{ readonly of: unknown; readonly is: Opening }>({ of: null, is: opening });
	const of = `${buildRunId} ${item.key} ${attempt}`;

	useEffect(() => {
		const begun = attempt === 0 ? takeAhead(buildRunId, item) : null;
		const current = begun ?? openOutput(queryClient, buildRunId, item, as);
		let isLeft = false;
		const show = (is: Opening) => {
			if (!isLeft) setOpened({ of, is });
		};
		current.onProgress = (progress) => show({ state: 'opening', progress, stop: current.stop });
		current.file.then(
			(file) => show({ state: 'ready', file }),
			(error: unknown) => show({ state: 'failed', error }),
		);
		return () => {
			isLeft = true;
			current.leave();
		};
	}, [queryClient, buildRunId, item, of, attempt, as]);

	const again = (next: ReadAs | null = as) => setAttempt((before) => ({ attempt: before.attempt + 1, as: next }));
	// Rows of what was shown before must never stand under another name.
	return [opened.of === of ? opened.is : opening, again];
}
