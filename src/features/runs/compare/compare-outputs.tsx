import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../routing/paths.ts';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import type { OutputItem } from '../output-item.ts';
import { outputLinkQuery } from '../output-link.ts';
import { OpeningState } from '../outputs/opening-state.tsx';
import { useOpenedFile } from '../outputs/use-opened-file.ts';
import { isSameObject, type OutputPair } from './compare-model.ts';
import { ComparisonPanel } from './comparison-panel.tsx';

const inset = { paddingInline: 'var(--pane-inset, 0)' };

/** Compares one output of two runs. Equal content isn't downloaded. */
export function CompareOutputs({ beforeId, afterId, pair }: { beforeId: string; afterId: string; pair: OutputPair }) {
	const { before, after } = pair;
	if (before === null || after === null) {
		const [id, when] = after === null ? [beforeId, 'before'] : [afterId, 'after'];
		return (
			<Box style={inset}>
				<EmptyState
					title={`Only the "${when}" run has the output ${pair.name}`}
					action={<RowsLink runId={id} output={pair.name} />}
				/>
			</Box>
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
			<Box style={inset}>
				<EmptyState title="Unchanged" action={<RowsLink runId={after.runId} output={after.item.name} />}>
					Both runs produced the same file, byte for byte.
				</EmptyState>
			</Box>
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
			return (
				<Box style={inset}>
					<EmptyState title="No rows to compare">At least one of the outputs isn’t a table.</EmptyState>
				</Box>
			);
		}
		return <ComparisonPanel name={after.item.name} before={oldRows} after={newRows} />;
	}
	return (
		<>
			<OpeningState opening={old} what='the rows of the "before" run' loadingRows={4} onRetry={() => againOld()} />
			<OpeningState opening={now} what='the rows of the "after" run' loadingRows={4} onRetry={() => againNow()} />
		</>
	);
}

const RowsLink = ({ runId, output }: { runId: string; output: string }) => (
	<LinkButton to={`${paths.run(runId)}?output=${encodeURIComponent(output)}`}>Show rows</LinkButton>
);
