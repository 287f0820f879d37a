import { type ComponentType, Suspense, useEffect } from 'react';
import { formatCoordinate, getSchema } from '#contract/dataset.ts';
import { useOfferRows } from '../../../data-views/page-rows.ts';
import { countOf, formatBytes } from '../../../lib/format.ts';
import { outputKindTexts } from '../../../lib/output-kinds.ts';
import { paths } from '../../../routing/paths.ts';
import type { OpenedFile, RowSource } from '../../../rows/index.ts';
import { InPaneBar } from '../../../ui/layout/pane-bar.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { lazyPart, type Part, PartBoundary } from '../../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { storeSeenNames } from '../../names/mutations.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import type { OutputItem } from '../output-item.ts';
import { DownloadLink } from './download-link.tsx';
import { FileContent } from './file-content.tsx';
import { OpeningState } from './opening-state.tsx';
import type { OutputBodyProps, OutputView } from './output-views.ts';
import classes from './outputs.module.css';
import { useOpenedFile } from './use-opened-file.ts';

interface OutputPaneProps {
	readonly buildRunId: string;
	readonly item: OutputItem;
	readonly view: OutputView;
	readonly isWithoutTarget: boolean;
	/** Whether its name is already shown next to it. */
	readonly isNamed: boolean;
}

/** Views other than the grid, loaded on demand. */
const bodies: Partial<Record<OutputView, Part<OutputBodyProps>>> = {
	profile: lazyPart<OutputBodyProps, 'ProfilePanel'>(() => import('../profile-panel.tsx'), 'ProfilePanel'),
	chart: lazyPart(() => import('./output-chart.tsx'), 'OutputChart'),
};

/** One output: facts, download link, and a view of its rows in the remaining height. The file stays open between views. */
export function OutputPane({ buildRunId, item, view, isWithoutTarget, isNamed }: OutputPaneProps) {
	const [opening, again] = useOpenedFile(buildRunId, item);
	const file = opening.state === 'done' ? opening.value : null;
	const Body = bodies[view]?.Body;
	// The profile is the most likely next view.
	useEffect(() => (file === null ? undefined : bodies.profile?.warm()), [file]);
	useOfferRows(datasetOf(item), file?.source ?? null);
	useColumnsSeen(buildRunId, isWithoutTarget ? null : item.target, file?.source ?? null);
	return (
		<Stack component="section" fill aria-label={`Output ${item.name}`}>
			<InPaneBar slot="facts">
				{!isNamed && (!isWithoutTarget || item.fileName !== null) && (
					<Text weight="strong" mono clip title={item.fileName ?? datasetOf(item)}>
						{item.fileName ?? item.target?.datasetName ?? item.name}
					</Text>
				)}
				{item.fileName !== null && item.target !== null && <Muted mono>for {formatCoordinate(item.target)}</Muted>}
				{item.kind !== null && (
					<Muted boxed px={1} title={kindDescriptions[item.kind]}>
						{item.kind}
					</Muted>
				)}
				{file !== null && (
					<>
						{file.source !== null && (
							<Text numeric rigid>
								{countOf(file.source.rowCount, 'row')}
							</Text>
						)}
						{/* Shrinks before the name does. */}
						<Muted numeric clip data-extra style={{ flexShrink: 1000 }}>
							{factsOf(file)}
						</Muted>
					</>
				)}
			</InPaneBar>
			<InPaneBar slot="tools">
				<DownloadLink buildRunId={buildRunId} item={item} extension={file?.content.extension ?? 'parquet'} />
			</InPaneBar>
			<div className={classes.rows}>
				<OpeningState opening={opening} what="the rows" loadingRows={6} onRetry={() => again()} />
				{file !== null && view === 'grid' && (
					<FileContent file={file} name={item.name} dataset={datasetOf(item)} onReadAs={again} />
				)}
				{file !== null && Body !== undefined && <OutputBody key={view} Body={Body} item={item} source={file.source} />}
			</div>
		</Stack>
	);
}

/** Records an output's columns for its dataset, if the service doesn't list columns. */
function useColumnsSeen(buildRunId: string, target: OutputItem['target'], source: RowSource | null): void {
	const scope = useScope();
	const isListed = useOffers(getSchema);
	useEffect(() => {
		if (isListed || target === null || source === null) return;
		const columns = source.columns.map(({ name, type }) => ({ name, type }));
		const where = { origin: 'output', where: `run ${buildRunId.slice(0, 8)}`, to: paths.run(buildRunId) } as const;
		void storeSeenNames(scope, [{ ...target, columns, ...where }]);
	}, [scope, isListed, target, source, buildRunId]);
}

interface OutputBodyChoice extends Omit<OutputBodyProps, 'source'> {
	readonly Body: ComponentType<OutputBodyProps>;
	readonly source: RowSource | null;
}

function OutputBody({ Body, item, source }: OutputBodyChoice) {
	if (source === null) return <EmptyState title="No rows to show">{item.name} isn’t a table.</EmptyState>;
	return (
		<PartBoundary>
			<Suspense fallback={<LoadingRows rows={6} />}>
				<Body item={item} source={source} />
			</Suspense>
		</PartBoundary>
	);
}

const datasetOf = ({ target, name }: OutputItem): string => (target === null ? name : formatCoordinate(target));

const kindDescriptions: Readonly<Record<string, string>> = {
	...outputKindTexts,
	discovered: 'This file isn’t declared in the manifest, so it has no dataset.',
};

/** "CSV, comma, … · 1,204 rows × 7 columns · 11.2 kB · detected automatically". For Parquet, the usual format, only the size. */
function factsOf({ content, source, bytes }: OpenedFile): string {
	const isUsual = content.format === 'Parquet';
	const size = source === null ? null : countOf(source.columns.length, 'column');
	return [
		isUsual ? null : content.format,
		size,
		bytes === null ? null : formatBytes(bytes),
		isUsual ? null : 'detected automatically',
	]
		.filter((value) => value !== null)
		.join(' · ');
}
