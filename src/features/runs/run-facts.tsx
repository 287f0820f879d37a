import type { BuildRun } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LineProperty, PropertyLine } from '../../ui/primitives/property-list.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Elapsed, RunStateChip } from './run-state.tsx';

/** What is known of a run beside its code, log and outputs. */
export function RunFacts({ run }: { run: BuildRun }) {
	const { sources } = run.definition;
	return (
		<PropertyLine>
			<LineProperty name="State">
				<RunStateChip run={run} />
			</LineProperty>
			<LineProperty name={run.startedAt === null ? 'Created' : 'Started'}>
				<span>
					<RelativeTime iso={run.startedAt ?? run.createdAt} />, by {run.by}
				</span>
			</LineProperty>
			{run.startedAt !== null && (
				<LineProperty name="Duration">
					<Elapsed run={run} />
				</LineProperty>
			)}
			{run.rows !== null && <LineProperty name="Rows">{formatCount(run.rows)}</LineProperty>}
			{run.bytes !== null && <LineProperty name="Size">{formatBytes(run.bytes)}</LineProperty>}
			<LineProperty name={sources.length === 1 ? 'Source' : 'Sources'}>
				<Text mono>{sources.map(formatCoordinate).join(', ') || 'none'}</Text>
			</LineProperty>
			{run.commit && (
				<LineProperty name="Commit">
					<Text mono title={run.commit.id}>
						{run.commit.id.slice(0, 10)}
					</Text>{' '}
					<CopyButton value={run.commit.id} label="Copy the commit's id" />
					<span>
						on <Text mono>{run.commit.ref}</Text>
						{run.commit.message === undefined ? '' : `: ${run.commit.message}`}, <RelativeTime iso={run.commit.at} />
					</span>
				</LineProperty>
			)}
			<LineProperty name="Id">
				<Text mono>{run.id}</Text> <CopyButton value={run.id} label="Copy the run's id" />
			</LineProperty>
		</PropertyLine>
	);
}
