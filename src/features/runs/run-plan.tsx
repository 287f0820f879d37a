import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { BuildRun, RunPlan as Plan, PlanOperator } from '#contract/build-run.ts';
import { countOf, formatCount, formatDuration } from '../../lib/format.ts';
import { GraphView } from '../../ui/graph/graph-view.tsx';
import type { EdgeLook, GraphNode } from '../../ui/graph/types.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../ui/primitives/property-list.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { runPlanQuery } from './queries.ts';

const looks: Readonly<Record<'rows', EdgeLook>> = { rows: { color: '--border-strong', dash: [] } };
/** Share of the total time from which an operator is highlighted. */
const slow = 0.3;

export function RunPlan({ run }: { readonly run: BuildRun }) {
	const plan = useQuery(runPlanQuery(run.id));
	if (plan.isPending) return <LoadingRows rows={4} />;
	if (plan.isError) return <QueryErrorPanel title="Couldn’t load the query plan" query={plan} />;
	return <Diagram plan={plan.data} />;
}

function Diagram({ plan }: { readonly plan: Plan }) {
	const { operators } = plan;
	const total = useMemo(() => operators.reduce((sum, { ms }) => sum + ms, 0), [operators]);
	const slowest = operators.reduce((found, { ms }, at) => (ms > (operators[found]?.ms ?? 0) ? at : found), 0);
	const [picked, setPicked] = useState(slowest);
	const nodes = useMemo(
		() =>
			operators.map(
				(operator, index): GraphNode => ({
					id: String(index),
					title: titleOf(operator),
					subtitle: `${timeOf(operator, total)} · ${countOf(operator.rows, 'row')}`,
					...(total > 0 && operator.ms / total >= slow ? { tone: 'warning' as const } : {}),
					rows: [],
				}),
			),
		[operators, total],
	);
	const edges = useMemo(
		() =>
			operators.flatMap(({ parent }, index) =>
				parent === null ? [] : [{ id: `${index}`, kind: 'rows' as const, from: end(index), to: end(parent) }],
			),
		[operators],
	);
	const operator = operators[picked];
	return (
		<Stack fill gap={2} py={2} style={{ overflow: 'auto' }}>
			<Muted component="p">
				{formatDuration(plan.ms)} in total, {countOf(operators.length, 'operator')}. Operator times are summed over all
				threads.
			</Muted>
			<Stack style={{ flex: '1 0 20rem' }}>
				<GraphView
					nodes={nodes}
					edges={edges}
					looks={looks}
					label="Query operators and the data flow between them"
					picked={{ kind: 'node', id: String(picked) }}
					onPick={(pick) => pick?.kind === 'node' && setPicked(Number(pick.id))}
					onToggle={() => {}}
					found={null}
				/>
			</Stack>
			{operator !== undefined && <Operator operator={operator} total={total} isSlowest={picked === slowest} />}
		</Stack>
	);
}

const end = (at: number) => ({ node: String(at), row: null });

function Operator({ operator, total, isSlowest }: { operator: PlanOperator; total: number; isSlowest: boolean }) {
	return (
		<Stack
			component="section"
			gap={1}
			aria-label="Operator"
			style={{ flex: 'none', maxHeight: 'max(40%, 14rem)', overflow: 'auto' }}
			tabIndex={0}
		>
			<Inline gap={3} align="baseline" numeric>
				<Text weight="strong">{titleOf(operator)}</Text>
				<span>{timeOf(operator, total)}</span>
				<span>{countOf(operator.rows, 'row')} returned</span>
				{operator.scanned > 0 && <span>{countOf(operator.scanned, 'row')} read</span>}
				{isSlowest && <Text tone="warning">Slowest</Text>}
			</Inline>
			<PropertyList>
				{operator.details.map(({ name, value }) => (
					<Property key={name} name={sentenceCase(name)}>
						<Text mono breaks>
							{/^\d{1,15}$/.test(value) ? formatCount(Number(value)) : value}
						</Text>
					</Property>
				))}
			</PropertyList>
		</Stack>
	);
}

/** "41 ms, 35 %" */
const timeOf = ({ ms }: PlanOperator, total: number): string => {
	const share = total > 0 ? Math.round((100 * ms) / total) : 0;
	return `${ms < 1 ? '<1 ms' : formatDuration(ms)}${share > 0 ? `, ${share} %` : ''}`;
};

/** "HASH_JOIN" → "Hash join", followed by the dataset it reads, if any. */
function titleOf({ name, details }: PlanOperator): string {
	const words = name.replaceAll('_', ' ').trim();
	const dataset = details.find((detail) => detail.name === 'Dataset')?.value;
	if (dataset !== undefined) return `Read ${dataset.slice(dataset.indexOf('.') + 1)}`;
	return sentenceCase(words);
}

/** "Estimated Cardinality" → "Estimated cardinality" */
const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
