import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Progress, ReadAs } from '../../ui/data-grid/files/content.ts';
import type { OpenedFile } from '../../ui/data-grid/files/file-source.ts';
import { openFile, warmFiles } from '../../ui/data-grid/files/open-file.ts';
import type { OutputItem } from './output-item.ts';
import { outputLinkQuery } from './output-link.ts';

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
		const leaving = new AbortController();
		const stopping = new AbortController();
		const query = outputLinkQuery(buildRunId, item);
		const show = (is: Opening) => {
			if (!leaving.signal.aborted) setOpened({ of, is });
		};
		const open = async (): Promise<OpenedFile> => {
			warmFiles();
			const { downloadUrl } = await queryClient.fetchQuery(query);
			return await openFile({
				url: downloadUrl,
				renew: async () => (await queryClient.fetchQuery({ ...query, staleTime: 0 })).downloadUrl,
				signal: leaving.signal,
				stop: stopping.signal,
				onProgress: (progress) => show({ state: 'opening', progress, stop: () => stopping.abort() }),
				as,
			});
		};
		let file: OpenedFile | null = null;
		open().then(
			(it) => {
				if (leaving.signal.aborted) return it.close();
				file = it;
				show({ state: 'ready', file: it });
			},
			(error: unknown) => show({ state: 'failed', error }),
		);
		return () => {
			leaving.abort();
			file?.close();
		};
	}, [queryClient, buildRunId, item, of, as]);

	const again = (next: ReadAs | null = as) => setAttempt((before) => ({ attempt: before.attempt + 1, as: next }));
	// Rows of what was shown before must never stand under another name.
	return [opened.of === of ? opened.is : opening, again];
}
