import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useMemo } from 'react';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { clearGridSearch } from '../../../routing/grid-search.ts';
import { startFilesWorker } from '../../../rows/index.ts';
import { PaneFrame } from '../../../ui/layout/pane-bar.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { shownOutput, toOutputItems } from '../output-item.ts';
import { areNotReady, outputsQuery } from '../queries.ts';
import { OutputPane } from './output-pane.tsx';
import { OutputSelect } from './output-select.tsx';
import { type OutputView, rowViews, viewLabels } from './output-views.ts';
import classes from './outputs.module.css';

interface OutputsViewProps {
	readonly buildRunId: string;
	readonly view: OutputView;
	/** Whether the run has no dataset, so its output has no coordinate. */
	readonly isWithoutTarget?: boolean;
}

/** Outputs of a preview in the remaining height, with tabs if there are several. The URL has the current tab. */
export const OutputsView = memo(({ buildRunId, view, isWithoutTarget = false }: OutputsViewProps) => {
	const outputs = useQuery(outputsQuery(buildRunId));
	useEffect(startFilesWorker, []);
	const items = useMemo(() => toOutputItems(outputs.data?.items ?? []), [outputs.data]);
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const current = shownOutput(items, params.get('output'));

	// A retry clears the previous error, but "not ready" stays until the next response.
	if (outputs.isPending && outputs.errorUpdateCount > 0) return <NotReady />;
	if (outputs.isPending) return <LoadingRows rows={6} />;
	if (areNotReady(outputs.error)) return <NotReady />;
	if (outputs.isError) {
		return (
			<div className={classes.message}>
				<NoOutputs query={outputs} />
			</div>
		);
	}
	return (
		<Stack fill>
			{outputs.data.unreadable.length > 0 && (
				<Notice tone="warning" title={unreadableTitle(outputs.data.unreadable.length)}>
					<Text component="pre" breaks scroll className={classes.raw}>
						{outputs.data.unreadable.map((unreadable) => stringifyJson(unreadable.raw)).join('\n')}
					</Text>
				</Notice>
			)}
			{current === undefined ? (
				<div className={classes.message}>
					<EmptyState title="This preview has no outputs" />
				</div>
			) : (
				<>
					<OutputSelect
						value={current.name}
						outputs={items.map(({ name }) => name)}
						onChange={(name) =>
							edit((params) => {
								clearGridSearch(params);
								params.set('output', name);
							})
						}
					/>
					<OutputPane
						key={current.key}
						buildRunId={buildRunId}
						item={current}
						view={view}
						isWithoutTarget={isWithoutTarget}
						isNamed={items.length > 1}
					/>
				</>
			)}
		</Stack>
	);
});

/** Outputs of a run without a record, with tabs for the views. */
export function BareOutputs({ buildRunId, end }: { readonly buildRunId: string; readonly end?: ReactNode }) {
	const viewing = useViews(rowViews, 'grid');
	return (
		<PaneFrame label="Outputs" tabs={<ViewTabs viewing={viewing} labels={viewLabels} />} end={end}>
			<ViewPanel viewing={viewing}>
				<OutputsView buildRunId={buildRunId} view={viewing.view} />
			</ViewPanel>
		</PaneFrame>
	);
}

const unreadableTitle = (count: number): string =>
	count === 1 ? '1 output can’t be read' : `${count} outputs can’t be read`;

export const NotReady = () => (
	<div className={classes.message}>
		<Notice tone="info" title="No outputs yet">
			Outputs appear here as soon as this preview is done.
		</Notice>
	</div>
);

function NoOutputs({ query }: { query: { readonly error: unknown; readonly refetch: () => unknown } }) {
	const { error } = query;
	if (isApiError(error) && error.code === 'RUN_CANCELLED') {
		return (
			<Notice tone="warning" title="This preview was canceled">
				It produced no outputs. Run it again to get them.
			</Notice>
		);
	}
	if (isApiError(error) && error.code === 'RUN_FAILED') {
		return (
			<Notice tone="error" title="This preview failed">
				{error.message}
			</Notice>
		);
	}
	if (isApiError(error) && error.status === 404) {
		return (
			<QueryErrorPanel title="No outputs for this run" query={{ error }}>
				<Muted>The run may be a build, may have been deleted, or may belong to someone else.</Muted>
			</QueryErrorPanel>
		);
	}
	return <QueryErrorPanel title="Couldn’t load the outputs" query={query} />;
}
