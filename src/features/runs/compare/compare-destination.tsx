import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BuildRun } from '#contract/build-run.ts';
import { type DatasetCoordinate, type DatasetSchema, formatCoordinate } from '#contract/dataset.ts';
import { isApiError } from '../../../api/api-error.ts';
import type { RowSource } from '../../../rows/index.ts';
import { InPaneBar } from '../../../ui/layout/pane-bar.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { schemaQuery } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { queriedOutput } from '../open-output.ts';
import { type OutputItem, toOutputItems } from '../output-item.ts';
import { OpeningState } from '../outputs/opening-state.tsx';
import { useOpenedFile } from '../outputs/use-opened-file.ts';
import { outputsQuery } from '../queries.ts';
import { queriedRows, queriedTable } from '../row-queries.ts';
import { ComparisonPanel } from './comparison-panel.tsx';

/** What a build would change: a preview's output compared with the destination's current data. */
export function CompareDestination({
	run,
	destination,
}: {
	readonly run: BuildRun;
	readonly destination: DatasetCoordinate;
}) {
	const outputs = useQuery(outputsQuery(run.id));
	const schema = useQuery(schemaQuery(destination));
	const name = formatCoordinate(destination);
	if (schema.data === null || (isApiError(schema.error) && schema.error.status === 404)) {
		return (
			<Box px={5}>
				<EmptyState title={`${name} doesn’t exist yet`}>
					The first build creates the dataset, so every row would be new.
				</EmptyState>
			</Box>
		);
	}
	if (schema.isError) return <QueryErrorPanel title={`Couldn’t load ${name}`} query={schema} />;
	if (outputs.isError) return <QueryErrorPanel title="Couldn’t load the outputs" query={outputs} />;
	if (schema.data === undefined || outputs.data === undefined) return <LoadingRows rows={6} />;
	const items = toOutputItems(outputs.data.items);
	const item = items.find(({ target }) => target !== null && formatCoordinate(target) === name) ?? items[0];
	if (item === undefined) return <EmptyState title="This preview has no outputs" />;
	return (
		<Stack fill>
			<InPaneBar slot="facts">
				<Muted clip title={`Before: the current data in ${name}. After: this preview. Nothing is written.`}>
					{name}
				</Muted>
			</InPaneBar>
			<Opened run={run} item={item} schema={schema.data} />
		</Stack>
	);
}

interface OpenedProps {
	readonly run: BuildRun;
	readonly item: OutputItem;
	readonly schema: DatasetSchema;
}

function Opened({ run, item, schema }: OpenedProps) {
	const [opening, again] = useOpenedFile(run.id, item);
	if (opening.state !== 'done') {
		return <OpeningState opening={opening} what="the rows of this preview" loadingRows={6} onRetry={() => again()} />;
	}
	const { source } = opening.value;
	if (source === null) return <EmptyState title="No rows to compare">The output isn’t a table.</EmptyState>;
	return <Both run={run} item={item} schema={schema} rows={source} />;
}

function Both({ run, item, schema, rows }: OpenedProps & { readonly rows: RowSource }) {
	const queryClient = useQueryClient();
	const { owner, namespace, datasetName, version } = schema;
	const sides = useMemo(() => {
		const output = queriedOutput(queryClient, run.id, item);
		if (output === null) return null;
		const dataset = { kind: 'dataset', owner, namespace, datasetName, version } as const;
		return { before: queriedTable(schema.columns, schema.rows, dataset), after: queriedRows(rows, output) };
	}, [queryClient, run.id, item, rows, schema, owner, namespace, datasetName, version]);
	if (sides === null)
		return <EmptyState title="This service doesn’t support comparing outputs with their destination" />;
	return <ComparisonPanel name={item.name} {...sides} />;
}
