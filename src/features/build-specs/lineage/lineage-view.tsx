import { Fragment, useDeferredValue, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { GraphView } from '../../../ui/graph/graph-view.tsx';
import type { EdgeLook } from '../../../ui/graph/types.ts';
import { type Viewing, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { isBuilt, shownState, statusLabel } from '../../names/status-model.ts';
import { useStatuses, useStatusOf } from '../../names/status-queries.ts';
import { readKnown } from '../coordinates.ts';
import type { SpecTargets } from '../model.ts';
import {
	around,
	findDatasets,
	lineageGraph,
	lineageOf,
	namespaceCard,
	namespaceOfCard,
	namespacesOf,
} from './lineage.ts';
import { LineageBar } from './lineage-bar.tsx';
import { LineageList } from './lineage-list.tsx';
import { LineagePicked } from './lineage-picked.tsx';
import { readLineageSearch, shownSteps, stepsOf, writeLineageSearch } from './lineage-search.ts';
import { useBuiltSpecs } from './use-built-specs.ts';

const labels = { graph: 'Graph', list: 'List' } as const;
type View = keyof typeof labels;
const views: readonly View[] = ['graph', 'list'];
const inAddress = { read: readLineageSearch, write: writeLineageSearch };
const looks: Readonly<Record<'builds', EdgeLook>> = { builds: { color: '--border-strong', dash: [] } };

/** Up to this many datasets, each starts as its own card; above it, namespaces start collapsed. */
const largest = 150;
/** URL value for a large lineage with all namespaces expanded. */
const noneCollapsed = '-';

function collapsedNow(
	chosen: readonly string[],
	datasets: number,
	namespaces: readonly { readonly key: string }[],
	focused: string | undefined,
): readonly string[] {
	const keys = namespaces.map(({ key }) => key);
	if (chosen.length > 0) return keys.filter((key) => chosen.includes(key));
	return datasets > largest && keys.length > 1 ? keys.filter((key) => key !== focused) : [];
}

interface LineageViewProps {
	readonly specs: readonly BuildSpec[];
	readonly targets: SpecTargets;
	/** Pipelines whose other outputs are unknown. */
	readonly unknown: readonly BuildSpec[];
	readonly canSeeRuns: boolean;
}

export function LineageView({ specs, targets, unknown, canSeeRuns }: LineageViewProps) {
	const [search, change] = useAddressSearch(inAddress);
	// Written together with text just typed, or one would undo the other.
	const viewing: Viewing<View> = {
		id: useId(),
		views,
		view: search.view === '' ? 'graph' : 'list',
		show: (view) => change({ view: view === 'graph' ? '' : view }),
	};
	const built = useBuiltSpecs(specs);
	const all = useMemo(() => lineageOf(built, targets), [built, targets]);
	const focus = foldName(search.focus);
	const { up, down } = useMemo(() => shownSteps(all, focus, search, largest), [all, focus, search]);
	const shown = useMemo(
		() => (focus === '' ? all : around(all, focus, stepsOf(up), stepsOf(down))),
		[all, focus, up, down],
	);
	const namespaces = useMemo(() => namespacesOf(shown), [shown]);
	const focused = all.get(focus);
	const home = focused && foldName(focused.namespace);
	const collapsedText = collapsedNow(search.collapsed, shown.size, namespaces, home).join('\n');
	const collapsed = useMemo(() => new Set(collapsedText.split('\n').filter(Boolean)), [collapsedText]);
	const statuses = useStatuses();
	const graph = useMemo(
		() => lineageGraph(shown, collapsed, statuses?.byKey, focus),
		[shown, collapsed, statuses, focus],
	);
	const wanted = useDeferredValue(search.q);
	const found = useMemo(() => findDatasets(shown, wanted), [shown, wanted]);
	const foundCards = useMemo(() => {
		const cards = [...graph.datasets].filter(([, datasets]) => datasets.some(({ key }) => found?.has(key)));
		return found && new Set(cards.map(([id]) => id));
	}, [found, graph]);
	const [goTo, setGoTo] = useState<{ readonly id: string } | null>(null);
	// The focused dataset is in view first.
	const begin = useMemo(() => (focus === '' ? null : { id: focus }), [focus]);
	const [picked, setPicked] = useState<string | null>(null);
	const collapse = (key: string, isCollapsed: boolean) => {
		const next = new Set(collapsed);
		if (isCollapsed) next.add(key);
		else next.delete(key);
		setPicked(isCollapsed ? namespaceCard(key) : null);
		change({ collapsed: next.size === 0 && shown.size > largest ? [noneCollapsed] : [...next] });
	};
	const next = () => {
		// Searches for the field's current text, which may be ahead of the dimmed cards.
		const keys = [...(findDatasets(shown, search.q) ?? [])];
		const key = keys[goTo === null ? 0 : (keys.indexOf(goTo.id) + 1) % Math.max(1, keys.length)];
		const dataset = key === undefined ? undefined : shown.get(key);
		if (dataset === undefined) return;
		const namespace = foldName(dataset.namespace);
		if (collapsed.has(namespace)) collapse(namespace, false);
		setPicked(dataset.key);
		setGoTo({ id: dataset.key });
	};
	const isGone = focus !== '' && shown.size === 0;
	const unsure = unknown.filter(({ destination }) => shown.has(coordinateKey(destination)));
	return (
		<>
			<ViewTabs viewing={viewing} labels={labels} label="View" />
			<ViewPanel viewing={viewing}>
				<Stack gap={3} fill py={3}>
					{!isGone && (
						<LineageBar
							search={{ ...search, up, down }}
							onChange={(part) => {
								if (part.q !== undefined) setGoTo(null);
								change(part);
							}}
							onNext={viewing.view === 'graph' ? next : null}
							summary={
								found === null
									? countOf(shown.size, 'dataset')
									: `${formatCount(found.size)} of ${countOf(shown.size, 'dataset')} ${found.size === 1 ? 'matches' : 'match'}`
							}
							namespaces={namespaces}
							collapsed={collapsed}
							onCollapse={viewing.view === 'graph' ? collapse : null}
						/>
					)}
					{unsure.length > 0 && <UnknownOutputs specs={unsure} canSeeRuns={canSeeRuns} />}
					{isGone && <NoLineage name={search.focus} />}
					{!isGone && viewing.view === 'graph' && (
						<>
							<GraphView
								nodes={graph.nodes}
								edges={graph.edges}
								looks={looks}
								label="Lineage graph"
								picked={picked === null ? null : { kind: 'node', id: picked }}
								onPick={(pick) => setPicked(pick?.kind === 'node' ? pick.id : null)}
								onToggle={() => {}}
								found={foundCards}
								goTo={goTo ?? begin}
							/>
							{picked !== null && graph.datasets.has(picked) && (
								<LineagePicked
									datasets={graph.datasets.get(picked) ?? []}
									lineage={all}
									namespace={namespaceOfCard(picked)}
									focus={focus}
									onFocus={(name) => {
										setGoTo(null);
										// Expands its namespace, so the dataset itself is visible.
										const hidden = foldName(all.get(foldName(name))?.namespace ?? '');
										change({ focus: name, collapsed: search.collapsed.filter((key) => key !== hidden) });
									}}
									onCollapse={collapse}
								/>
							)}
						</>
					)}
					{!isGone && viewing.view === 'list' && <LineageList lineage={shown} focus={focus} found={found} />}
				</Stack>
			</ViewPanel>
		</>
	);
}

const UnknownOutputs = ({ specs, canSeeRuns }: { specs: readonly BuildSpec[]; canSeeRuns: boolean }) => (
	<Notice tone="info" isSilent title={`Outputs of ${countOf(specs.length, 'pipeline')} aren’t known yet`}>
		{canSeeRuns ? (
			<>
				To see them here, preview or build{' '}
				{specs.map(({ id, destination }, index) => (
					<Fragment key={id}>
						{index > 0 && (index === specs.length - 1 ? ' and ' : ', ')}
						<Link to={paths.buildSpec(id)}>{formatCoordinate(destination)}</Link>
					</Fragment>
				))}
				.
			</>
		) : (
			'The console gets a pipeline’s outputs from its runs, but this service doesn’t list runs.'
		)}
	</Notice>
);

/** Shown for a dataset that none of the user's BuildSpecs names. */
function NoLineage({ name }: { readonly name: string }) {
	const dataset = readKnown(name);
	const status = useStatusOf(dataset);
	return (
		<EmptyState
			title="None of your BuildSpecs read or build this dataset"
			action={
				<Inline gap={3} justify="center">
					{status !== null && <Link to={paths.dataset(dataset)}>{name}</Link>}
					<Link to={paths.lineage()}>Show all datasets</Link>
				</Inline>
			}
		>
			{status?.builtBy != null ? (
				<>
					{name} was built by {status.builtBy.by} <RelativeTime iso={status.builtBy.at} />
					{isBuilt(status) ? `. Status: ${statusLabel[shownState(status)].toLowerCase()}.` : '.'}
				</>
			) : status === null ? (
				`${name} doesn’t exist, isn’t shared with you, or has an unknown status.`
			) : (
				`${name} wasn’t built by a BuildSpec.`
			)}{' '}
			Other people’s BuildSpecs aren’t shown.
		</EmptyState>
	);
}
