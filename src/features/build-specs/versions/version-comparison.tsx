import { useQueries, useQuery } from '@tanstack/react-query';
import type { BuildSpec } from '#contract/build-spec.ts';
import { getChecks } from '#contract/check.ts';
import { capitalize } from '../../../lib/format.ts';
import { readDraft } from '../../../storage/drafts.ts';
import type { VersionEntry } from '../../../storage/version-history.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { checkLine } from '../../names/check-model.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOffers } from '../../session/queries.ts';
import { checksQuery } from '../check-queries.ts';
import { Differences } from '../merge/differences.tsx';
import { textOf } from '../model.ts';
import { versionTextQuery } from '../version-queries.ts';
import { sideLabel, sideName } from './versions.ts';

interface VersionComparisonProps {
	readonly scope: Scope;
	readonly current: BuildSpec;
	readonly left: string;
	readonly right: string;
	readonly seen: readonly VersionEntry[];
}

export function VersionComparison(props: VersionComparisonProps) {
	const { left, right } = props;
	const before = useSide(props, left);
	const after = useSide(props, right);
	const checks = useCheckLines(props.scope, props.current.id, left, right);
	const error = before.error ?? after.error;
	const label =
		left === right
			? `${capitalize(sideLabel(left))}, the only version`
			: `${capitalize(sideLabel(left))} compared with ${sideLabel(right)}`;
	return (
		<Stack component="section" gap={2} style={{ minHeight: 0 }} aria-label={label}>
			<SectionHeader>{label}</SectionHeader>
			<QueryErrorPanel title="Couldn’t load one of the versions" query={{ error }} />
			{error === null && (before.pending || after.pending) && <LoadingRows />}
			{[
				{ at: 'left', side: left, ...before },
				{ at: 'right', side: right, ...after },
			].map(
				({ at, side, pending, error, text }) =>
					!pending &&
					error === null &&
					text === null && (
						<Notice key={at} tone="info" title={`${capitalize(sideLabel(side))} isn’t available`}>
							Neither the service nor this browser has its code.
						</Notice>
					),
			)}
			{before.text !== null && after.text !== null && (
				<Differences before={before.text} after={after.text} label={label} more={checks} />
			)}
		</Stack>
	);
}

/** Checks of both sides; empty if they aren't versions or the service has no checks. */
function useCheckLines(scope: Scope, buildSpecId: string, left: string, right: string) {
	const isOffered = useOffers(getChecks);
	const [before, after] = useQueries({
		queries: [left, right].map((side) => {
			const version = versionOf(side);
			return { ...checksQuery(buildSpecId, version), enabled: isOffered && (version !== null || side === 'draft') };
		}),
	}).map(({ data }, index) => {
		const found = [left, right][index] === 'draft' ? readDraft(scope, buildSpecId) : null;
		const checks = (found?.kind === 'draft' ? found.draft.checks : undefined) ?? data?.checks;
		return checks?.map(checkLine);
	});
	return before === undefined || after === undefined ? [] : [{ label: 'Checks', before, after }];
}

const versionOf = (side: string): number | null => (/^\d+$/.test(side) ? Number(side) : null);

function useSide({ scope, current, seen }: VersionComparisonProps, side: string) {
	const version = versionOf(side);
	const { data, error, isPending } = useQuery({
		...versionTextQuery(scope, current.id, version ?? 0),
		enabled: version !== null && version !== current.version,
	});
	if (version === current.version) return { text: textOf(current), error: null, pending: false };
	if (version !== null) return { text: data ?? null, error, pending: isPending };
	if (side === 'draft') {
		const found = readDraft(scope, current.id);
		return { text: found.kind === 'draft' ? found.draft.text : null, error: null, pending: false };
	}
	return { text: seen.find((entry) => sideName(entry) === side)?.text ?? null, error: null, pending: false };
}
