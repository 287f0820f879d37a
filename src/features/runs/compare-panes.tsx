import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BuildRun } from '#contract/build-run.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states.tsx';
import classes from './compare.module.css';
import { CompareDefinitions } from './compare-definitions.tsx';
import { definitionChanges, type OutputPair, pairOutputs } from './compare-model.ts';
import { CompareOutputs } from './compare-outputs.tsx';
import { readCompareSearch, writeCompareSearch } from './compare-search.ts';
import { toOutputItems } from './output-item.ts';
import { areNotReady, outputsQuery } from './queries.ts';

interface ComparePanesProps {
	readonly beforeId: string;
	readonly afterId: string;
	/** Null where there is no record of what ran. */
	readonly runs: { readonly before: BuildRun; readonly after: BuildRun } | null;
}

/** What ran beside what came of it, where both are known and what ran is not the same. Fills its parent. */
export function ComparePanes({ beforeId, afterId, runs }: ComparePanesProps) {
	const children = <Outputs beforeId={beforeId} afterId={afterId} />;
	if (runs === null)
		return (
			<Stack fill className={classes.whole}>
				{children}
			</Stack>
		);
	const { before, after } = runs;
	const isSame =
		before.definition.code.payload === after.definition.code.payload && definitionChanges(before, after).length === 0;
	if (isSame) {
		return (
			<Stack fill className={classes.whole}>
				<Muted pt={2} px={4} pb={1} component="p">
					Both ran the same code on the same sources.
				</Muted>
				{children}
			</Stack>
		);
	}
	return (
		<Stack fill className={classes.whole}>
			<SplitPane direction="columns" initial={0.36} min={260} label="What ran and what came of it">
				<CompareDefinitions before={before} after={after} />
				{children}
			</SplitPane>
		</Stack>
	);
}

function Outputs({ beforeId, afterId }: { beforeId: string; afterId: string }) {
	const before = useQuery(outputsQuery(beforeId));
	const after = useQuery(outputsQuery(afterId));
	const [params, setParams] = useAddressParams();
	const pairs = useMemo(
		() =>
			before.data === undefined || after.data === undefined
				? []
				: pairOutputs(toOutputItems(before.data.items), toOutputItems(after.data.items)),
		[before.data, after.data],
	);
	if (areNotReady(before.error) || areNotReady(after.error)) {
		return (
			<Notice tone="info" title="Not produced yet">
				The {areNotReady(after.error) ? 'later' : 'earlier'} of both runs has not produced its outputs yet. They are
				compared as soon as it has.
			</Notice>
		);
	}
	const failed = before.isError ? before : after.isError ? after : null;
	if (failed !== null) {
		const which = failed === before ? 'before' : 'after';
		return (
			<ErrorPanel
				title={`The outputs of the run ${which} could not be listed`}
				error={errorFacts(failed.error)}
				onRetry={() => void failed.refetch()}
			/>
		);
	}
	if (before.isPending || after.isPending) return <LoadingRows rows={6} />;
	const { output } = readCompareSearch(params);
	const current = pairs.find((it) => it.name === output) ?? pairs.find(isOfBoth) ?? pairs[0];
	if (current === undefined) return <EmptyState title="No outputs">Neither of both runs gave an output.</EmptyState>;
	return (
		<Stack fill>
			{pairs.length > 1 && (
				<Tabs
					value={current.name}
					onChange={(name) => setParams((it) => writeCompareSearch(it, { output: name }), { replace: true })}
				>
					<Tabs.List aria-label="Outputs">
						{pairs.map((it) => (
							<Tabs.Tab key={it.name} value={it.name} aria-controls={undefined}>
								{it.name}
								{!isOfBoth(it) && (
									<Text ml={2} tone="muted">
										{it.after === null ? 'only before' : 'only after'}
									</Text>
								)}
							</Tabs.Tab>
						))}
					</Tabs.List>
				</Tabs>
			)}
			<CompareOutputs key={current.name} beforeId={beforeId} afterId={afterId} pair={current} />
		</Stack>
	);
}

const isOfBoth = ({ before, after }: OutputPair): boolean => before !== null && after !== null;
