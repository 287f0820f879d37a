import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid/data-grid.tsx';
import { SourceError } from '../../ui/data-grid/files/source-error.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { LoadingRows, Notice } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DownloadLink } from './download-link.tsx';
import type { OutputItem } from './output-item.ts';
import { outputLinkQuery, validity } from './output-link.ts';
import classes from './outputs.module.css';
import { useOpenedFile } from './use-opened-file.ts';

/** One output: what it is, its link, and its rows in the remaining height. */
export function OutputPane({ buildRunId, item }: { buildRunId: string; item: OutputItem }) {
	const [opening, again] = useOpenedFile(buildRunId, item);
	const source = opening.state === 'ready' ? opening.source : null;
	return (
		<section className={classes.pane} aria-label={`Output ${item.name}`}>
			<div className={classes.bar}>
				<div className={classes.identity}>
					<span className={classes.coordinate}>{item.target === null ? item.name : formatCoordinate(item.target)}</span>
					{item.target === null && (
						<span className={classes.tag} title="No output of the manifest names this file, so it has no dataset.">
							discovered
						</span>
					)}
					{source !== null && (
						<span className={classes.size}>
							{counted(source.rowCount, 'row')} × {counted(source.columns.length, 'column')}
							{source.bytes !== null && ` · ${formatBytes(source.bytes)}`}
						</span>
					)}
				</div>
				<LinkControls buildRunId={buildRunId} item={item} />
			</div>
			<div className={classes.rows}>
				{opening.state === 'opening' && <LoadingRows rows={6} />}
				{opening.state === 'ready' && <DataGrid source={opening.source} label={`Rows of ${item.name}`} />}
				{opening.state === 'failed' && (
					<div className={classes.message}>
						<Unreadable error={opening.error} onRetry={again} />
					</div>
				)}
			</div>
		</section>
	);
}

function LinkControls({ buildRunId, item }: { buildRunId: string; item: OutputItem }) {
	const now = useNow();
	const link = useQuery(outputLinkQuery(buildRunId, item));
	const words = link.data === undefined ? null : validity(link.data, now);
	return (
		<div className={classes.link}>
			{link.isError && <span className={classes.problem}>No link: {errorFacts(link.error).message}</span>}
			{words !== null && <span className={classes.validity}>{words}</span>}
			<Button
				variant="subtle"
				color="gray"
				size="compact-sm"
				leftSection={<IconRefresh size={14} aria-hidden="true" />}
				loading={link.isFetching && !link.isPending}
				onClick={() => void link.refetch()}
			>
				Renew link
			</Button>
			<DownloadLink buildRunId={buildRunId} item={item} />
		</div>
	);
}

function Unreadable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const retry = (
		<Button variant="default" onClick={onRetry}>
			Try again
		</Button>
	);
	if (!(error instanceof SourceError)) {
		return <ErrorPanel title="The rows could not be opened" error={errorFacts(error)} onRetry={onRetry} />;
	}
	if (error.code === 'BLOCKED') {
		return (
			<Notice tone="warning" title="The rows cannot be shown here" action={retry}>
				{error.message} Download still works. Whoever runs the object store can allow reading: its CORS rules need the
				origin <code>{globalThis.location.origin}</code>, the method GET and the header Range.
			</Notice>
		);
	}
	return (
		<Notice tone="error" title="The rows cannot be shown" action={retry}>
			{error.message}
		</Notice>
	);
}

const counted = (count: number, what: string): string => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
