import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { getRun, listRuns } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { Check, RunCheck } from '#contract/check.ts';
import { type DatasetCoordinate, getSchema } from '#contract/dataset.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { profileRows } from '#contract/rows/analysis.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { checkStateLabel, checkTone, describeCheck, severityLabel } from '../../names/check-model.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useStatusOf } from '../../names/status-queries.ts';
import { runChecksQuery } from '../../runs/check-queries.ts';
import { hasEnded } from '../../runs/model.ts';
import { runQuery, runsQuery } from '../../runs/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { checksQuery, sameChecks, suggestionsQuery } from '../check-queries.ts';
import { CheckDialog } from './check-dialog.tsx';

interface SideChecksProps {
	/** Null for an unsaved one, whose checks are saved with it. */
	readonly spec: BuildSpec | null;
	/** The preview whose rows are shown. */
	readonly shownRun: string | null;
	/** Null if it's invalid. */
	readonly destination: DatasetCoordinate | null;
	/** Columns the code returns. */
	readonly columns: readonly string[];
	/** Checks of the draft, saved with it; undefined if unchanged. */
	readonly edited: readonly Check[] | undefined;
	readonly onEdit: (checks: readonly Check[] | undefined) => void;
}

export function SideChecks({ spec, shownRun, destination, columns, edited, onEdit }: SideChecksProps) {
	const checks = useQuery({ ...checksQuery(spec?.id ?? ''), enabled: spec !== null });
	const results = useLastResults(spec?.id ?? null, shownRun);
	const [opened, setOpened] = useState<number | 'new' | null>(null);
	if (checks.isError) return <QueryErrorPanel title="Couldn’t load the checks" query={checks} />;
	if (checks.data === undefined && spec !== null) return <LoadingRows rows={3} />;
	const saved = checks.data?.checks ?? [];
	const all = edited ?? saved;
	const change = (next: readonly Check[]) => onEdit(sameChecks(next, saved) ? undefined : next);
	const others = all.filter((_, index) => index !== opened);
	return (
		<Stack gap={3}>
			{edited !== undefined && (
				<Text component="p" tone="warning">
					{spec === null
						? 'These checks are saved when you create the BuildSpec. Previews don’t run them until then.'
						: 'Your changes to the checks aren’t saved yet. Previews use them, but builds don’t.'}
				</Text>
			)}
			{all.length === 0 && (
				<Muted component="p" measure>
					No checks yet. Checks run on the result of every preview and build. If a check with severity Error fails, the
					build doesn’t change the dataset.
				</Muted>
			)}
			{all.length > 0 && (
				<Stack component="ul" aria-label="Checks">
					{all.map((check, index) => (
						<CheckItem
							key={check.name}
							check={check}
							result={results.items.find((item) => sameChecks([item.check], [check]))}
							runId={results.runId}
							onEdit={() => setOpened(index)}
							onRemove={() => change(all.filter((_, other) => other !== index))}
						/>
					))}
				</Stack>
			)}
			<Inline>
				<CompactButton leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpened('new')}>
					Add check
				</CompactButton>
			</Inline>
			{destination !== null && (
				<Suggestions destination={destination} checks={all} onAdd={(check) => change([...all, check])} />
			)}
			{opened !== null && (
				<CheckDialog
					check={opened === 'new' ? null : (all[opened] ?? null)}
					columns={columns}
					destination={destination}
					taken={others.map(({ name }) => name)}
					onClose={() => setOpened(null)}
					onSave={(check) => {
						change(opened === 'new' ? [...all, check] : all.map((other, index) => (index === opened ? check : other)));
						setOpened(null);
					}}
				/>
			)}
		</Stack>
	);
}

/** Check results of the newest run that has ended. A build may be newer than the preview that is shown. */
function useLastResults(
	buildSpecId: string | null,
	shownRun: string | null,
): {
	readonly runId: string | null;
	readonly items: readonly RunCheck[];
} {
	const runs = useQuery({ ...runsQuery(buildSpecId ?? ''), enabled: useOffers(listRuns) && buildSpecId !== null });
	const shown = useQuery({ ...runQuery(shownRun ?? ''), enabled: useOffers(getRun) && shownRun !== null });
	const [last] = [shown.data, ...(runs.data?.items ?? [])]
		.flatMap((run) => (run !== undefined && hasEnded(run) ? [run] : []))
		.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
	const checks = useQuery({ ...runChecksQuery(last?.id ?? ''), enabled: last !== undefined });
	return { runId: last?.id ?? null, items: checks.data?.items ?? [] };
}

interface CheckItemProps {
	readonly check: Check;
	readonly result: RunCheck | undefined;
	readonly runId: string | null;
	readonly onEdit: () => void;
	readonly onRemove: () => void;
}

const CheckItem = ({ check, result, runId, onEdit, onRemove }: CheckItemProps) => (
	<Stack component="li" gap={0} py={1} ruled="below">
		<Inline gap={2} nowrap>
			<Text weight="strong" fill clip title={check.name}>
				{check.name}
			</Text>
			{result !== undefined && runId !== null && (
				<Link to={linkTo(runId, check)} title={result.message ?? undefined}>
					<StateChip tone={checkTone(result)}>{checkStateLabel[result.state]}</StateChip>
				</Link>
			)}
			<IconButton
				label={`Edit check ${check.name}`}
				title="Edit"
				icon={IconPencil}
				iconSize={14}
				size={24}
				onClick={onEdit}
			/>
			<IconButton
				label={`Remove check ${check.name}`}
				title="Remove"
				icon={IconTrash}
				iconSize={14}
				size={24}
				onClick={onRemove}
			/>
		</Inline>
		<Inline gap={2} nowrap align="baseline">
			<Muted fill breaks>
				{describeCheck(check)}
			</Muted>
			<Muted size="small" rigid title={severityText[check.severity]}>
				Severity: {severityLabel[check.severity].toLowerCase()}
			</Muted>
		</Inline>
		{result !== undefined && runId !== null && result.rows.length > 0 && (
			<Link to={linkTo(runId, check)}>{countOf(result.failing ?? result.rows.length, 'failing row')}</Link>
		)}
	</Stack>
);

const linkTo = (runId: string, { name }: Check): string =>
	`${paths.run(runId)}?${new URLSearchParams({ view: 'checks', check: name })}`;

const severityText = {
	error: 'If this check fails, the build doesn’t change the dataset.',
	warn: 'If this check fails, the build continues with a warning.',
} as const;

interface SuggestionsProps {
	readonly destination: DatasetCoordinate;
	readonly checks: readonly Check[];
	readonly onAdd: (check: Check) => void;
}

function Suggestions({ destination, checks, onAdd }: SuggestionsProps) {
	const exists = useStatusOf(destination)?.version != null;
	const isOffered = [useOffers(profileRows), useOffers(listDatasetVersions), useOffers(getSchema)].every(Boolean);
	const suggestions = useQuery({ ...suggestionsQuery(destination), enabled: isOffered && exists });
	const has = (suggested: Check) =>
		checks.some((check) => check.kind === suggested.kind && String(check.columns) === String(suggested.columns));
	const shown = (suggestions.data ?? []).filter(({ check }) => !has(check));
	if (shown.length === 0) return null;
	return (
		<Stack component="section" gap={1} aria-label="Suggested checks">
			<Muted>Suggested checks</Muted>
			<Stack component="ul">
				{shown.map(({ check, reason }) => (
					<Inline key={check.name} component="li" gap={2} nowrap py={1} ruled="below">
						<Text fill breaks>
							{reason}
						</Text>
						<CompactButton aria-label={`Add check ${check.name}`} onClick={() => onAdd(check)}>
							Add
						</CompactButton>
					</Inline>
				))}
			</Stack>
		</Stack>
	);
}
