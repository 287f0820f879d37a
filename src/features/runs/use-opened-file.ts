import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FileSource } from '../../ui/data-grid/files/file-source.ts';
import { openFile, warmFiles } from '../../ui/data-grid/files/open-file.ts';
import type { OutputItem } from './output-item.ts';
import { outputLinkQuery } from './output-link.ts';

export type Opening =
	| { readonly state: 'opening' }
	| { readonly state: 'ready'; readonly source: FileSource }
	| { readonly state: 'failed'; readonly error: unknown };

const opening: Opening = { state: 'opening' };

/** Opens an output's file for as long as it is shown. `again` tries once more after a failure. */
export function useOpenedFile(buildRunId: string, item: OutputItem): [Opening, again: () => void] {
	const queryClient = useQueryClient();
	const [attempt, setAttempt] = useState(0);
	const [opened, setOpened] = useState<{ readonly of: unknown; readonly is: Opening }>({ of: null, is: opening });
	const of = `${buildRunId} ${item.key} ${attempt}`;

	useEffect(() => {
		const leaving = new AbortController();
		const query = outputLinkQuery(buildRunId, item);
		const open = async (): Promise<FileSource> => {
			warmFiles();
			const { downloadUrl } = await queryClient.fetchQuery(query);
			const renew = async () => (await queryClient.fetchQuery({ ...query, staleTime: 0 })).downloadUrl;
			return await openFile({ url: downloadUrl, renew, signal: leaving.signal });
		};
		let source: FileSource | null = null;
		open().then(
			(it) => {
				if (leaving.signal.aborted) return it.close();
				source = it;
				setOpened({ of, is: { state: 'ready', source: it } });
			},
			(error: unknown) => {
				if (!leaving.signal.aborted) setOpened({ of, is: { state: 'failed', error } });
			},
		);
		return () => {
			leaving.abort();
			source?.close();
		};
	}, [queryClient, buildRunId, item, of]);

	// Rows of what was shown before must never stand under another name.
	return [opened.of === of ? opened.is : opening, () => setAttempt((count) => count + 1)];
}
