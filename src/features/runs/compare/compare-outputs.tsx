import { Button } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../../routing/paths.ts';
import type { RowSource } from '../../../rows/index.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import type { OutputItem } from '../output-item.ts';
import { outputLinkQuery } from '../output-link.ts';
import { OpeningState } from '../outputs/opening-state.tsx';
import { useOpenedFile } from '../outputs/use-opened-file.ts';
import classes from './compare.module.css';
import { CompareData } from './compare-data.tsx';
import { isSameObject, type OutputPair } from './compare-model.ts';
import { readCompareSearch } from './compare-search.ts';
import { useComparison } from './use-comparison.ts';

/** One output of two runs. What has the same content is not even downloaded. */
export function CompareOutputs({ beforeId, afterId, pair }: { beforeId: string; afterId: string; pair: OutputPair }) {
	const { before, after } = pair;
	if (before === null || after === null) {
		const [id, when] = after === null ? [beforeId, 'before'] : [afterId, 'after'];
		return (
			<EmptyState title={`Only the run ${when} has this output`} action={<RowsLink runId={id} output={pair.name} />}>
				There is nothing to compare <code>{pair.name}</code> with.
			</EmptyState>
		);
	}
	return <Both beforeId={beforeId} afterId={afterId} before={before} after={after} />;
}

interface BothProps {
	readonly beforeId: string;
	readonly afterId: string;
	readonly before: OutputItem;
	readonly after: OutputItem;
}

function Both({ beforeId, afterId, before, after }: BothProps) {
	const links = [useQuery(outputLinkQuery(beforeId, before)), useQuery(outputLinkQuery(afterId, after))] as const;
	const [old, now] = [links[0].data, links[1].data];
	if (links.some((link) => link.isPending)) return <LoadingRows rows={6} />;
	const isAddressed = before.link.kind === 'direct' && after.link.kind === 'direct';
	if (old !== undefined && now !== undefined && isSameObject(old.downloadUrl, now.downloadUrl, isAddressed)) {
		return (
			<EmptyState title="Unchanged" action={<RowsLink runId={afterId} output={after.name} />}>
				Both runs gave the same file, byte for byte: it has the same content address. Nothing had to be downloaded to
				know that.
			</EmptyState>
		);
	}
	return <Files beforeId={beforeId} afterId={afterId} before={before} after={after} />;
}

function Files({ beforeId, afterId, before, after }: BothProps) {
	const [old, againOld] = useOpenedFile(beforeId, before);
	const [now, againNow] = useOpenedFile(afterId, after);
	if (old.state === 'ready' && now.state === 'ready') {
		const sources = { before: old.file.source, after: now.file.source };
		if (sources.before === null || sources.after === null) {
			return <EmptyState title="There are no rows to compare">One of both outputs is not a table.</EmptyState>;
		}
		return <Rows name={after.name} before={sources.before} after={sources.after} />;
	}
	return (
		<>
			<OpeningState opening={old} what="The rows of the run before" loadingRows={4} onRetry={() => againOld()} />
			<OpeningState opening={now} what="The rows of the run after" loadingRows={4} onRetry={() => againNow()} />
		</>
	);
}

function Rows({ name, before, after }: { name: string; before: RowSource; after: RowSource }) {
	const [params] = useSearchParams();
	const { key } = readCompareSearch(params);
	const { comparing, stop, again } = useComparison(before, after, key);
	const retry = (
		<Button variant="default" leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={again}>
			Compare again
		</Button>
	);
	switch (comparing.state) {
		case 'ready':
			return <CompareData name={name} before={before} after={after} compared={comparing.compared} />;
		case 'failed':
			return (
				<Notice tone="error" title="The rows could not be compared" action={retry}>
					{comparing.error instanceof Error ? comparing.error.message : String(comparing.error)}
				</Notice>
			);
		case 'stopped':
			return <EmptyState title="Comparing was stopped" action={retry} />;
		default:
			return (
				<Inline gap={[1, 3]} py={1} px={4} role="status">
					<span>
						{comparing.state === 'finding-key' ? 'Looking for columns that tell the rows apart' : 'Comparing the rows'}
					</span>
					<progress className={classes.progress} max={1} value={comparing.share} aria-label="Comparing" />
					<Button
						variant="default"
						size="compact-sm"
						leftSection={<IconPlayerStop size={14} aria-hidden="true" />}
						onClick={stop}
					>
						Stop
					</Button>
				</Inline>
			);
	}
}

const RowsLink = ({ runId, output }: { runId: string; output: string }) => (
	<Button component={Link} variant="default" to={`${paths.run(runId)}?output=${encodeURIComponent(output)}`}>
		Look at its rows
	</Button>
);
