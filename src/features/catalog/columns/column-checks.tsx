import { useQuery } from '@tanstack/react-query';
import { listRunChecks, type RunCheck } from '#contract/check.ts';
import type { DatasetSchema } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { checkKindLabel, checkTone, describeCheck } from '../../names/check-model.ts';
import { runChecksQuery } from '../../runs/check-queries.ts';
import { useOffers, useScope } from '../../session/queries.ts';

/** Check results per column from the build that wrote the dataset's rows; empty if someone else built them. */
export function useColumnChecks(schema: DatasetSchema | null): (column: string) => readonly RunCheck[] {
	const { user } = useScope();
	const built = schema?.builtBy ?? null;
	// Only the user who started a run can see its checks.
	const runId = built !== null && foldName(built.by) === foldName(user) ? built.runId : null;
	const isOffered = useOffers(listRunChecks) && runId !== null;
	const { data } = useQuery({ ...runChecksQuery(runId ?? ''), enabled: isOffered, retry: false });
	return (column) => (data?.items ?? []).filter(({ check }) => check.columns?.includes(column) === true);
}

export const ColumnChecks = ({ found }: { readonly found: readonly RunCheck[] }) =>
	found.length > 0 && (
		<Inline component="span" gap={1} pt={1}>
			{found.map((item) => (
				<span key={item.check.name} title={`${item.check.name}: ${item.message ?? describeCheck(item.check)}`}>
					<StateChip tone={checkTone(item)}>{checkKindLabel[item.check.kind]}</StateChip>
				</span>
			))}
		</Inline>
	);
