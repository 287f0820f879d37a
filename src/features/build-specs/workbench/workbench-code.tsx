import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarRight } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { getChecks } from '#contract/check.ts';
import { checkPipeline } from '#contract/pipeline.ts';
import { keyName } from '../../../lib/browser/keys.ts';
import { useKeys } from '../../../lib/browser/use-keys.ts';
import { useCommands } from '../../../lib/commands.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import type { EditorInsertion } from '../../../ui/editor/types.ts';
import { SplitPane } from '../../../ui/layout/split-pane.tsx';
import { panelProps, useViews, type Viewing, ViewTabs } from '../../../ui/layout/views.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { useOffers } from '../../session/queries.ts';
import { looksLikePipeline } from '../pipeline-queries.ts';
import { type CodeLocation, type PipelineView, pipelineViews } from '../pipelines/pipeline-views.ts';
import type { Saved } from '../work.ts';
import { CodePane } from './code-pane.tsx';
import { type SideView, useSideLabels } from './side-views.ts';
import type { Blame } from './use-blame.ts';
import { useSqlKnowledge } from './use-sql-knowledge.ts';
import type { WorkbenchState } from './use-workbench.ts';

const sidePane = lazyPart(() => import('./side-pane.tsx'), 'SidePane');
const pipelineParts = () => import('../pipelines/parts.ts');
const pipelinePane = lazyPart(async () => ({ PipelinePane: (await pipelineParts()).PipelinePane }), 'PipelinePane');
const pipelineForm = lazyPart(async () => ({ PipelineForm: (await pipelineParts()).PipelineForm }), 'PipelineForm');

import { RestoredDraft } from './workbench-parts.tsx';

interface WorkbenchCodeProps {
	readonly workbench: WorkbenchState;
	readonly saved: Saved | null;
	readonly blame: Blame | null;
	readonly onPreview: ((payload: string, upTo?: string) => void) | null;
	readonly onSave: () => void;
	readonly location: CodeLocation | null;
	readonly onLocation: (location: CodeLocation) => void;
	readonly maximize: ReactNode;
	/** Show only code and rows. */
	readonly isZen: boolean;
	/** Earlier runs of the text; null if not stored. */
	readonly history: ReactNode;
}

const sidePreference = 'workbench/side';
const besideSaved: readonly SideView[] = ['sources', 'columns', 'versions', 'runs'];
const besideChecked: readonly SideView[] = ['sources', 'columns', 'checks', 'versions', 'runs'];
const besideFresh: readonly SideView[] = ['sources', 'columns'];
const besideFreshChecked: readonly SideView[] = ['sources', 'columns', 'checks'];
const besideWorksheet: readonly SideView[] = ['sources', 'columns', 'history'];

/** The code, with sources, versions and runs next to it, or in tabs if there's no room. */
export function WorkbenchCode({ workbench, saved, maximize, isZen, history, ...code }: WorkbenchCodeProps) {
	const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
	const [isWanted, setWanted] = useState(() => readPreference(sidePreference, z.boolean()) ?? true);
	const [size, onSize] = usePaneSize('workbench-side');
	const [insertion, setInsertion] = useState<EditorInsertion | null>(null);
	const hasChecks = useOffers(getChecks);
	const fresh = history !== null ? besideWorksheet : hasChecks ? besideFreshChecked : besideFresh;
	const beside = saved === null ? fresh : hasChecks ? besideChecked : besideSaved;
	const views = useMemo((): readonly SideView[] => (isNarrow ? ['code', ...beside] : beside), [isNarrow, beside]);
	const viewing = useSideViews(views, history === null ? 'build-spec' : 'worksheet', isNarrow);
	const only = isNarrow ? (viewing.view === 'code' ? 0 : 1) : isWanted && !isZen ? null : 0;
	const write = async (name: string) => {
		if (isPipeline && shown.view !== 'payload') return shown.show('payload');
		if (isNarrow) viewing.show('code');
		const { sqlName } = await import('#lib/sql/quoting.ts');
		setInsertion({ text: workbench.language === 'sql' ? sqlName(name) : name });
	};
	const toggle = () => {
		setWanted(!isWanted);
		writePreference(sidePreference, !isWanted);
	};
	const acts = useSteady({ write, toggle });
	const [params] = useAddressParams();
	// A line in the URL refers to the payload.
	const [firstView] = useState<PipelineView>(() => (params.has('line') ? 'payload' : 'steps'));
	const pipelining = useViews<PipelineView>(pipelineViews, 'steps', 'pipeline', firstView);
	const { payload } = workbench.text;
	const [isWriting, setWriting] = useState(false);
	const knowledge = useSqlKnowledge(workbench);
	const hasPipelines = useOffers(checkPipeline);
	const isPipeline = hasPipelines && looksLikePipeline(payload);
	const editAddress = useAddressEdit();
	// Someone writing a pipeline's JSON keeps the editor until they choose another view.
	const shown = useMemo(
		(): Viewing<PipelineView> => ({
			...pipelining,
			view: isWriting ? 'payload' : pipelining.view,
			show: (view) => {
				setWriting(false);
				pipelining.show(view);
			},
		}),
		[pipelining, isWriting],
	);
	const onCode = useCallback(
		(before: string, after: string) => {
			if (hasPipelines && !looksLikePipeline(before) && looksLikePipeline(after)) setWriting(true);
		},
		[hasPipelines],
	);
	const onPayload = (payload: string) => workbench.edit({ payload });
	useKeys({ 'Mod+Alt+KeyB': isNarrow ? undefined : acts.toggle });
	useCommands(
		isNarrow
			? []
			: [
					{
						id: 'side',
						group: 'View',
						label: isWanted ? hideSide : showSide,
						keys: keyName('Alt B'),
						run: acts.toggle,
					},
				],
	);
	const { dirty, storeError, work, preview, definition } = workbench;
	const { restoredAt, base } = work;
	const labels = useSideLabels(preview.runId, { specId: saved?.value.id ?? null, edited: work.checks });
	const draft = useMemo(
		() => (dirty ? { restoredAt, baseVersion: base.version, isStored: storeError === null } : null),
		[dirty, restoredAt, base.version, storeError],
	);
	const foot = (
		<>
			{history === null && <RestoredDraft workbench={workbench} />}
			{!isNarrow && !isZen && <SideButton isWanted={isWanted} onToggle={acts.toggle} />}
			{maximize}
		</>
	);
	const { onPreview, onSave, location, onLocation } = code;
	const inCode = location?.file === undefined ? location : null;
	return (
		<Stack fill style={{ height: '100%' }}>
			{isNarrow && <ViewTabs viewing={viewing} labels={labels} label="Code and side panel" />}
			<Box fill {...(isNarrow ? panelProps(viewing) : {})}>
				<SplitPane
					direction="columns"
					label="Code and side panel"
					initial={0.66}
					min={240}
					size={size}
					onSize={onSize}
					only={only}
				>
					{[
						<Stack key="code" fill style={{ height: '100%' }}>
							{isPipeline && (
								<LazyPart
									part={pipelinePane}
									props={{
										definition,
										runId: preview.runId,
										viewing: shown,
										onPayload,
										knowledge,
										sources: workbench.text.sources,
										known: workbench.suggestions.known,
										me: workbench.me,
										onWantKnown: workbench.suggestions.load,
										onAddSources: workbench.addSources,
										location,
										onLocation,
										onPreview: onPreview && ((upTo?: string) => onPreview(payload, upTo)),
										onSave,
										foot,
									}}
								/>
							)}
							{/* The same editor instance stays when the text becomes a pipeline's or stops being one. */}
							{(!isPipeline || shown.view === 'payload') && (
								<Box fill {...(isPipeline ? panelProps(shown) : {})}>
									<CodePane
										workbench={workbench}
										{...code}
										knowledge={knowledge}
										location={inCode}
										insertion={insertion}
										foot={foot}
										onCode={onCode}
									/>
								</Box>
							)}
						</Stack>,
						only === 0 ? null : (
							<LazyPart
								key="side"
								part={sidePane}
								props={{
									sources: definition.sources,
									destination: definition.destination ?? null,
									saved,
									draft,
									shownRun: preview.runId,
									lineage: workbench.result?.lineage ?? null,
									pipeline: isPipeline ? definition : null,
									checks: workbench.work.checks,
									onChecks: workbench.editChecks,
									history,
									viewing,
									isWithoutTabs: isNarrow,
									onName: acts.write,
								}}
							/>
						),
					]}
				</SplitPane>
			</Box>
			{hasPipelines && params.get('form') === 'repository' && (
				<LazyPart
					part={pipelineForm}
					props={{
						payload,
						onPayload,
						onClose: (isChanged: boolean) =>
							editAddress((address) => {
								address.delete('form');
								// These parameters belong to the previous repository.
								if (isChanged) for (const name of ['against', 'file', 'step']) address.delete(name);
							}),
					}}
				/>
			)}
		</Stack>
	);
}

const showSide = 'Show side panel';
const hideSide = 'Hide side panel';

const SideButton = memo(({ isWanted, onToggle }: { readonly isWanted: boolean; readonly onToggle: () => void }) => {
	const label = isWanted ? hideSide : showSide;
	return (
		<IconButton
			label={label}
			title={`${label} (${keyName('Alt B')})`}
			aria-keyshortcuts="Control+Alt+B Meta+Alt+B"
			icon={IconLayoutSidebarRight}
			size="md"
			aria-pressed={isWanted}
			onClick={onToggle}
		/>
	);
});

/** The side view: from the URL, or else the last one used in this browser. Where code is one of the tabs, the code. */
function useSideViews(
	views: readonly SideView[],
	kind: 'build-spec' | 'worksheet',
	isNarrow: boolean,
): Viewing<SideView> {
	const preference = `${sidePreference}/${kind}`;
	const [last] = useState(() => readPreference(preference, z.string()));
	const remembered = views.find((view) => view === last);
	const viewing = useViews(views, 'sources', 'side', isNarrow ? undefined : remembered);
	const { show: showView } = viewing;
	const show = useCallback(
		(view: SideView) => {
			if (view !== 'code') writePreference(preference, view);
			showView(view);
		},
		[preference, showView],
	);
	return useMemo(() => ({ ...viewing, show }), [viewing, show]);
}

/** The first pane's share, remembered by this browser, and a setter. */
export function usePaneSize(id: string): [number | null, (size: number) => void] {
	const [size] = useState(() => readPreference(`pane/${id}`, z.number().check(z.gte(0), z.lte(1))));
	return [size, (next) => writePreference(`pane/${id}`, next)];
}
