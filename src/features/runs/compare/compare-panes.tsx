import { ActionIcon } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { paths } from '../../../routing/paths.ts';
import { DiffEditor } from '../../../ui/editor/diff-editor.tsx';
import { InPaneBar } from '../../../ui/layout/pane-bar.tsx';
import { SplitPane } from '../../../ui/layout/split-pane.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { versionName } from '../model.ts';
import { toOutputItems } from '../output-item.ts';
import { OutputSelect } from '../outputs/output-select.tsx';
import { areNotReady, outputsQuery } from '../queries.ts';
import classes from './compare.module.css';
import { definitionChanges, type OutputPair, pairOutputs } from './compare-model.ts';
import { CompareOutputs } from './compare-outputs.tsx';
import { useCompareSearch } from './compare-search.ts';

interface ComparePanesProps {
	readonly beforeId: string;
	readonly afterId: string;
	/** Null without run records. */
	readonly runs: { readonly before: BuildRun; readonly after: BuildRun } | null;
}

/** Code differences next to the row comparison, if both are known and the code differs. Fills its parent. */
export function ComparePanes({ beforeId, afterId, runs }: ComparePanesProps) {
	const outputs = <Outputs beforeId={beforeId} afterId={afterId} />;
	const isDifferent =
		runs !== null &&
		(runs.before.definition.code.payload !== runs.after.definition.code.payload ||
			definitionChanges(runs.before, runs.after).length > 0);
	return (
		<Stack fill>
			{runs !== null && !isDifferent && (
				<InPaneBar slot="facts">
					<Muted clip>Both runs used the same code and sources.</Muted>
				</InPaneBar>
			)}
			{isDifferent ? (
				<SplitPane direction="columns" initial={0.36} min={260} label="Code and outputs">
					<CompareDefinitions {...runs} />
					{outputs}
				</SplitPane>
			) : (
				outputs
			)}
		</Stack>
	);
}

const inset = { paddingInline: 'var(--pane-inset, 0)' };

function Outputs({ beforeId, afterId }: { beforeId: string; afterId: string }) {
	const before = useQuery(outputsQuery(beforeId));
	const after = useQuery(outputsQuery(afterId));
	const [{ output }, change] = useCompareSearch();
	const pairs = useMemo(
		() =>
			before.data === undefined || after.data === undefined
				? []
				: pairOutputs(toOutputItems(before.data.items), toOutputItems(after.data.items)),
		[before.data, after.data],
	);
	if (areNotReady(before.error) || areNotReady(after.error)) {
		return (
			<Notice tone="info" title="No outputs yet">
				The "{areNotReady(after.error) ? 'after' : 'before'}" run hasn’t produced its outputs yet. The comparison starts
				when they’re ready.
			</Notice>
		);
	}
	const failed = before.isError ? before : after.isError ? after : null;
	if (failed !== null) {
		const which = failed === before ? 'before' : 'after';
		return (
			<Box py={3} style={inset}>
				<QueryErrorPanel title={`Couldn’t load the outputs of the "${which}" run`} query={failed} />
			</Box>
		);
	}
	if (before.isPending || after.isPending) return <LoadingRows rows={6} />;
	const current = pairs.find((pair) => pair.name === output) ?? pairs.find(isOfBoth) ?? pairs[0];
	if (current === undefined)
		return (
			<Box style={inset}>
				<EmptyState title="Neither run has outputs" />
			</Box>
		);
	return (
		<Stack fill>
			<OutputSelect
				value={current.name}
				outputs={pairs.map((pair) => ({ value: pair.name, label: outputLabel(pair) }))}
				onChange={(name) => change({ output: name })}
			/>
			<CompareOutputs key={current.name} beforeId={beforeId} afterId={afterId} pair={current} />
		</Stack>
	);
}

const outputLabel = (pair: OutputPair): string =>
	isOfBoth(pair) ? pair.name : `${pair.name} (only ${pair.after === null ? 'before' : 'after'})`;

const isOfBoth = ({ before, after }: OutputPair): boolean => before !== null && after !== null;

function CompareDefinitions({ before, after }: { before: BuildRun; after: BuildRun }) {
	const changes = definitionChanges(before, after);
	const [old, now] = [before.definition.code.payload, after.definition.code.payload];
	const language = after.pipeline === 'git' ? 'json' : 'sql';
	return (
		<Stack component="section" style={{ height: '100%', minHeight: '14rem' }} aria-label="Code and sources">
			<SectionHeader size="ui" py={2} px={4}>
				Code
			</SectionHeader>
			{changes.length > 0 && (
				<ul className={classes.changes}>
					{changes.map((change) => (
						<li key={change}>{change}</li>
					))}
				</ul>
			)}
			{old === now ? (
				<Muted px={4} component="p">
					The code didn’t change.
				</Muted>
			) : (
				<DiffEditor before={old} after={now} language={language} ariaLabel="Code" />
			)}
		</Stack>
	);
}

export function ComparePrevious({ before, after }: { before: BuildRun; after: BuildRun }) {
	const name = versionName(before);
	return (
		<Stack fill>
			<InPaneBar slot="facts">
				<Muted clip title={`Before: the previous preview, ${name}. After: this preview.`}>
					{name}, <RelativeTime iso={before.createdAt} />
				</Muted>
			</InPaneBar>
			<InPaneBar slot="tools">
				<ActionIcon
					component={Link}
					variant="subtle"
					color="gray"
					aria-label="Open full page"
					title="Open comparison on a separate page"
					to={paths.compareRuns(after.id, before.id)}
				>
					<IconExternalLink size={16} aria-hidden="true" />
				</ActionIcon>
			</InPaneBar>
			<ComparePanes beforeId={before.id} afterId={after.id} runs={{ before, after }} />
		</Stack>
	);
}
