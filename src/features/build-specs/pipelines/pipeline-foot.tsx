import type { ReactNode } from 'react';
import type { PipelineCheck, PipelineDiagnostic, RepositoryCommit } from '#contract/pipeline.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { checkSummary, messageOf, placeLabel, problemsOf } from './check-model.ts';
import classes from './pipeline.module.css';

/** Maximum problems listed; the files show all. */
const limit = 3;

interface PipelineFootProps {
	/** Null while unknown. */
	readonly check: PipelineCheck | null;
	/** Whether it's being reread. */
	readonly isStale: boolean;
	readonly onGo: (problem: PipelineDiagnostic) => void;
	/** Datasets that steps read but that aren't sources. */
	readonly missing: readonly string[];
	readonly onAddSources: (sources: readonly string[]) => void;
	readonly foot: ReactNode;
}

export function PipelineFoot({ check, isStale, onGo, missing, onAddSources, foot }: PipelineFootProps) {
	const problems = check === null ? [] : problemsOf(check);
	const summary = check === null ? null : checkSummary(check);
	return (
		<Inline gap={3} nowrap justify="between" ruled="above" className={classes.foot}>
			<Stack className={classes.problems}>
				<Inline gap={2} nowrap className={classes.summary}>
					<Text rigid role="status" aria-label="Pipeline validation">
						{summary === null || isStale ? (
							<Muted>Validating…</Muted>
						) : (
							<StateChip tone={summary.tone}>{summary.label}</StateChip>
						)}
					</Text>
					{missing.length > 0 && (
						<TextButton rigid title={`Add ${missing.join(', ')}`} onClick={() => onAddSources(missing)}>
							{missing.length === 1 ? 'Add source' : `Add ${missing.length} sources`}
						</TextButton>
					)}
					{check?.commit != null && <CommitLine commit={check.commit} />}
				</Inline>
				{problems.slice(0, limit).map((problem) => (
					<TextButton
						key={`${placeLabel(problem)} ${problem.message}`}
						tone="text"
						breaks
						onClick={() => onGo(problem)}
					>
						<Text tone={problem.severity === 'error' ? 'error' : 'warning'} rigid>
							{placeLabel(problem)}
						</Text>{' '}
						{messageOf(problem)}
					</TextButton>
				))}
				{problems.length > limit && <Muted>and {problems.length - limit} more in the files</Muted>}
			</Stack>
			<Inline nowrap rigid>
				{foot}
			</Inline>
		</Inline>
	);
}

const CommitLine = ({ commit }: { readonly commit: RepositoryCommit }) => (
	<Muted clip title={`${commit.message}, by ${commit.author}`}>
		<Text mono title={commit.id}>
			{commit.id.slice(0, 7)}
		</Text>{' '}
		{commit.message}, <RelativeTime iso={commit.at} />
	</Muted>
);
