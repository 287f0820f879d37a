import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { errorFacts } from '../../../api/error-facts.ts';
import { followLink } from '../../../lib/browser/save-file.ts';
import { Text } from '../../../ui/primitives/text.tsx';
import { downloadName, type OutputItem } from '../output-item.ts';
import { outputLinkQuery } from '../output-link.ts';

export interface DownloadLinkProps {
	readonly buildRunId: string;
	readonly item: OutputItem;
	/** File extension if the output's name has none; may be empty. */
	readonly extension: string;
}

/** Responses of object stores to an expired URL. */
const refusals: readonly number[] = [400, 401, 403, 404, 410];

/** A plain download link. An expired or expiring URL is renewed first. */
export function DownloadLink({ buildRunId, item, extension }: DownloadLinkProps) {
	const queryClient = useQueryClient();
	const query = outputLinkQuery(buildRunId, item);
	const link = useQuery(query);

	/** Whether the store still accepts the URL. If CORS prevents the check, assume it does. */
	const isTaken = async (url: string): Promise<boolean> => {
		const init = { headers: { Range: 'bytes=0-0' }, credentials: 'omit', cache: 'no-store' } as const;
		try {
			const answer = await fetch(url, init);
			await answer.body?.cancel();
			return !refusals.includes(answer.status);
		} catch {
			return true;
		}
	};

	const download = useMutation({
		mutationFn: async () => {
			const { downloadUrl } = await queryClient.fetchQuery(query);
			// Clocks may be off and links may expire early, so a rejected one is renewed, once.
			if (await isTaken(downloadUrl)) return downloadUrl;
			return (await queryClient.fetchQuery({ ...query, staleTime: 0 })).downloadUrl;
		},
		onSuccess: (href) =>
			followLink({ href, download: downloadName(item, extension), target: '_blank', rel: 'noreferrer' }),
	});

	return (
		<>
			{download.isError && <Text tone="error">Couldn’t download the file. {errorFacts(download.error).message}</Text>}
			<ActionIcon
				component="a"
				variant="subtle"
				color="gray"
				aria-label="Download file"
				title="Download file"
				href={link.data?.downloadUrl ?? '#'}
				download={downloadName(item, extension)}
				target="_blank"
				rel="noreferrer"
				onClick={(event: MouseEvent<HTMLAnchorElement>) => {
					// Clicks with modifiers are left to the browser.
					if (event.metaKey || event.ctrlKey || event.shiftKey) return;
					event.preventDefault();
					download.mutate();
				}}
			>
				<IconDownload size={16} aria-hidden="true" />
			</ActionIcon>
		</>
	);
}
