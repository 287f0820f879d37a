import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ProgressLine } from '../../../data-views/progress-line.tsx';
import { paths } from '../../../routing/paths.ts';
import type { RowSource } from '../../../rows/index.ts';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import type { OutputItem } from '../output-item.ts';
import { outputLinkQuery } from '../output-link.ts';
import { OpeningState } from '../outputs/opening-state.tsx';
import { useOpenedFile } from '../outputs/use-opened-file.ts';
import { CompareData } from './compare-data.tsx';
import { isSameObject, type OutputPair } from './compare-model.ts';
import { useCompareSearch } from './compare-search.ts';
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
	return <Both before={{ runId: beforeId, item: before }} after={{ runId: afterId, item: after }} />;
}

interface Side {
	readonly runId: string;
	readonly item: OutputItem;
}

interface Sides {
	readonly before: Side;
	readonly after: Side;
}

function Both({ before, after }: Sides) {
	const old = useQuery(outputLinkQuery(before.runId, before.item));
	const now = useQuery(outputLinkQuery(after.runId, after.item));
	if (old.isPending || now.isPending) return <LoadingRows rows={6} />;
	const isAddressed = before.item.link.kind === 'direct' && after.item.link.kind === 'direct';
	if (old.data && now.data && isSameObject(old.data.downloadUrl, now.data.downloadUrl, isAddressed)) {
		return (
			<EmptyState title="Unchanged" action={<RowsLink runId={after.runId} output={after.item.name} />}>
				Both runs gave the same file, byte for byte: it has the same content address. Nothing had to be downloaded to
				know that.
			</EmptyState>
		);
	}
	return <Files before={before} after={after} />;
}

function Files({ before, after }: Sides) {
	const [old, againOld] = useOpenedFile(before.runId, before.item);
	const [now, againNow] = useOpenedFile(after.runId, after.item);
	if (old.state === 'done' && now.state === 'done') {
		const [oldRows, newRows] = [old.value.source, now.value.source];
		if (oldRows === null || newRows === null) {
			return <EmptyState title="There are no rows to compare">One of both outputs is not a table.</EmptyState>;
		}
		return <ComparedTables name={after.item.name} before={oldRows} after={newRows} />;
	}
	return (
		<>
			<OpeningState opening={old} what="The rows of the run before" loadingRows={4} onRetry={() => againOld()} />
			<OpeningState opening={now} what="The rows of the run after" loadingRows={4} onRetry={() => againNow()} />
		</>
	);
}

/** Two tables, compared for as long as they are shown. */
export function ComparedTables({ name, before, after }: { name: string; before: RowSource; after: RowSource }) {
	const [{ key }] = useCompareSearch();
	const { task, cancel, again } = useComparison(before, after, key);
	const retry = (
		<SecondaryButton leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={again}>
			Compare again
		</SecondaryButton>
	);
	switch (task.state) {
		case 'done':
			return <CompareData name={name} before={before} after={after} compared={task.value} />;
		case 'failed':
			return (
				<Notice tone="error" title="The rows could not be compared" action={retry}>
					{task.message}
				</Notice>
			);
		case 'canceled':
			return <EmptyState title="Comparing was stopped" action={retry} />;
		default: {
			const { step, share } = task.progress ?? { step: 'finding-key', share: 0 };
			return (
				<Inline gap={[1, 3]} py={1} px={4} role="status">
					<span>{step === 'finding-key' ? 'Looking for columns that tell the rows apart' : 'Comparing the rows'}</span>
					<ProgressLine label="Comparing" value={share} action="Stop" onCancel={cancel} />
				</Inline>
			);
		}
	}
}

const RowsLink = ({ runId, output }: { runId: string; output: string }) => (
	<LinkButton to={`${paths.run(runId)}?output=${encodeURIComponent(output)}`}>Look at its rows</LinkButton>
);
