import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { listRuns } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { Check, RunCheck } from '#contract/check.ts';
import { getSchema } from '#contract/dataset.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { profileRows } from '#contract/rows/analysis.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { paths } from '../../../routing/paths.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { checkStateLabel, checkTone, checkWords } from '../../names/check-model.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useStatusOf } from '../../names/status-queries.ts';
import { runChecksQuery } from '../../runs/check-queries.ts';
import { hasEnded } from '../../runs/model.ts';
import { runsQuery } from '../../runs/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { CheckDialog } from './check-dialog.tsx';
import { checksQuery, saveChecksMutation, suggestionsQuery } from './check-queries.ts';

interface SideChecksProps {
	readonly spec: BuildSpec;
	/** Columns that the code gives, to choose from. */
	readonly columns: readonly string[];
}

/** The checks of a BuildSpec beside its code, what came of them last, and others that would have passed. */
export function SideChecks({ spec, columns }: SideChecksProps) {
	const checks = useQuery(checksQuery(spec.id));
	const saving = useMutation(saveChecksMutation(spec.id));
	const results = useLastResults(spec.id);
	const [edited, setEdited] = useState<number | 'new' | null>(null);
	if (checks.isError) return <QueryErrorPanel title="The checks couldn’t be read" query={checks} />;
	if (checks.data === undefined) return <LoadingRows rows={3} />;
	const all = checks.data.checks;
	const save = (next: readonly Check[]) => saving.mutateAsync(next).then(() => setEdited(null));
	return (
		<Stack gap={3}>
			{all.length === 0 && (
				<Muted component="p" measure>
					No checks yet. They run after every preview and build; a failing check of severity error keeps a build from
					replacing the destination.
				</Muted>
			)}
			{all.length > 0 && (
				<Stack component="ul" aria-label="Checks">
					{all.map((check, index) => (
						<CheckItem
							key={check.name}
							check={check}
							result={results.items.find((item) => item.check.name === check.name)}
							runId={results.runId}
							onEdit={() => setEdited(index)}
							onRemove={() => void save(all.filter((_, other) => other !== index)).catch(() => {})}
						/>
					))}
				</Stack>
			)}
			{saving.isError && edited === null && (
				<ErrorPanel title="The checks weren’t saved" error={errorFacts(saving.error)} />
			)}
			<Inline>
				<CompactButton leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setEdited('new')}>
					Add check
				</CompactButton>
			</Inline>
			<Suggestions spec={spec} checks={all} onAdd={(check) => void save([...all, check]).catch(() => {})} />
			{edited !== null && (
				<CheckDialog
					check={edited === 'new' ? null : (all[edited] ?? null)}
					columns={columns}
					error={saving.error}
					pending={saving.isPending}
					onClose={() => {
						saving.reset();
						setEdited(null);
					}}
					onSave={(check) => {
						const next =
							edited === 'new' ? [...all, check] : all.map((other, index) => (index === edited ? check : other));
						save(next).catch(() => {});
					}}
				/>
			)}
		</Stack>
	);
}

/** What came of the checks in the newest run that has ended. */
function useLastResults(buildSpecId: string): { readonly runId: string | null; readonly items: readonly RunCheck[] } {
	const runs = useQuery({ ...runsQuery(buildSpecId), enabled: useOffers(listRuns) });
	const last = runs.data?.items.find(hasEnded);
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
				<Link to={`${paths.run(runId)}?view=checks`} title={result.message ?? undefined}>
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
		<Muted breaks>
			{checkWords(check)}
			{check.severity === 'warn' ? ', only a warning' : ''}
		</Muted>
	</Stack>
);

interface SuggestionsProps {
	readonly spec: BuildSpec;
	readonly checks: readonly Check[];
	readonly onAdd: (check: Check) => void;
}

function Suggestions({ spec, checks, onAdd }: SuggestionsProps) {
	const exists = useStatusOf(spec.destination)?.version != null;
	const isOffered = [useOffers(profileRows), useOffers(listDatasetVersions), useOffers(getSchema)].every(Boolean);
	const suggestions = useQuery({ ...suggestionsQuery(spec.destination), enabled: isOffered && exists });
	const has = (suggested: Check) =>
		checks.some((check) => check.kind === suggested.kind && String(check.columns) === String(suggested.columns));
	const shown = (suggestions.data ?? []).filter(({ check }) => !has(check));
	if (shown.length === 0) return null;
	return (
		<Stack component="section" gap={1} aria-label="Suggested checks">
			<Muted>Suggested</Muted>
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
