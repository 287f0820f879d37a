import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { fileName, type OutputItem } from './output-item.ts';
import { isUsable, outputLinkQuery } from './output-link.ts';

export interface DownloadLinkProps {
	readonly buildRunId: string;
	readonly item: OutputItem;
	/** Of the file's name, where the output's own has none; empty for none. */
	readonly extension: string;
}

/** Downloads an output by a plain link; one that is about to expire is renewed first. */
export function DownloadLink({ buildRunId, item, extension }: DownloadLinkProps) {
	const queryClient = useQueryClient();
	const query = outputLinkQuery(buildRunId, item);
	const link = useQuery(query);

	const renewFirst = async (event: MouseEvent<HTMLAnchorElement>) => {
		if (link.data !== undefined && isUsable(link.data, Date.now())) return;
		event.preventDefault();
		try {
			const fresh = await queryClient.fetchQuery({ ...query, staleTime: 0 });
			follow(fresh.downloadUrl, fileName(item, extension));
		} catch {
			// the link's own line says what went wrong
		}
	};

	return (
		<Button
			component="a"
			variant="default"
			size="compact-sm"
			href={link.data?.downloadUrl ?? '#'}
			download={fileName(item, extension)}
			target="_blank"
			rel="noreferrer"
			leftSection={<IconDownload size={14} aria-hidden="true" />}
			onClick={renewFirst}
		>
			Download
		</Button>
	);
}

function follow(url: string, name: string): void {
	const anchor = document.createElement('a');
	anchor.href = url;
	anchor.download = name;
	anchor.target = '_blank';
	anchor.rel = 'noreferrer';
	anchor.click();
}
