import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { fileNameOf, saveFile } from '../../lib/browser/save-file.ts';
import { formatCount } from '../../lib/format.ts';
import { useAddressSearch } from '../../routing/use-address-search.ts';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { Box, Stack } from '../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import classes from './audit/audit.module.css';
import { AuditFilters } from './audit/audit-filters.tsx';
import { csvHeader, csvLines } from './audit/csv.ts';
import { type AuditFilter, auditSearchInAddress, filterOf, isFiltered, noFilter } from './audit/filter.ts';
import { actionLabel, outcomeLabel } from './audit/labels.ts';
import { auditQuery, maxExported, readAudit } from './queries.ts';

interface AuditPanelProps {
	/** A namespace or dataset. Absent: everything the user may see. */
	readonly scope?: { readonly owner: string; readonly namespace: string; readonly datasetName?: string | undefined };
}

/** The service's audit log, with filters in the URL and CSV export. */
export function AuditPanel({ scope }: AuditPanelProps) {
	const [search, change] = useAddressSearch(auditSearchInAddress);
	const typed = useDeferredValue(search);
	const filter = { ...scopeIn(scope), ...filterOf(typed) };
	const log = useInfiniteQuery({ ...auditQuery(filter), placeholderData: (before) => before });
	const exporting = useExport(filter);
	const exported = exporting.data?.of === JSON.stringify(filter) ? exporting.data : undefined;
	const entries = log.data?.pages.flatMap((page) => page.items);
	const clear = () => change(noFilter);
	return (
		<Stack fill>
			<AuditFilters
				search={search}
				onChange={change}
				hasResource={scope?.datasetName === undefined}
				onClear={isFiltered(search) ? clear : undefined}
			>
				<SecondaryButton
					loading={exporting.isPending}
					disabled={entries === undefined || entries.length === 0}
					onClick={() => exporting.mutate()}
				>
					Export CSV
				</SecondaryButton>
			</AuditFilters>
			<QueryErrorPanel title="Couldn’t export the audit log" query={exporting} />
			{exported?.isCut && (
				<Notice tone="info" title={`Exported the newest ${formatCount(maxExported)} entries`}>
					Filter by date to export earlier entries.
				</Notice>
			)}
			<Box fill scroll pb={5}>
				{log.isPending && <LoadingRows rows={8} />}
				{log.isError && <QueryErrorPanel title="Couldn’t load the audit log" query={log} />}
				{entries?.length === 0 && !log.isError && (
					<EmptyState
						title={isFiltered(search) ? 'No entries match' : 'No activity yet'}
						action={isFiltered(search) && <SecondaryButton onClick={clear}>Clear filters</SecondaryButton>}
					>
						The service records changes and denied attempts.
					</EmptyState>
				)}
				{entries !== undefined && entries.length > 0 && <AuditTable entries={entries} />}
				{log.hasNextPage && (
					<Box py={4} style={{ textAlign: 'center' }}>
						<SecondaryButton loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
							Show earlier entries
						</SecondaryButton>
					</Box>
				)}
			</Box>
		</Stack>
	);
}

const scopeIn = (scope: AuditPanelProps['scope']): AuditFilter =>
	scope === undefined
		? {}
		: {
				...{ username: scope.owner, namespace: scope.namespace },
				...(scope.datasetName === undefined ? {} : { dataset: scope.datasetName }),
			};

const columns = ['Action', 'Resource', 'Details', 'User', 'Outcome', 'When', 'Token', 'Request ID'] as const;

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
	return (
		<SimpleTable hover cards="flow" className={classes.table} aria-label="Audit log" columns={columns}>
			<tbody>
				{entries.map((entry) => (
					<tr key={entry.id}>
						<th scope="row" title={entry.action}>
							{actionLabel(entry.action)}
						</th>
						<td className={classes.resource}>{entry.resource}</td>
						<td className={classes.detail} title={entry.detail}>
							{entry.detail}
						</td>
						<td>{entry.actor}</td>
						<td title={entry.code ?? undefined}>
							{entry.outcome === 'done' ? (
								outcomeLabel(entry)
							) : (
								<StateChip tone={entry.outcome === 'not-found' ? 'warning' : 'error'}>{outcomeLabel(entry)}</StateChip>
							)}
						</td>
						<Muted component="td" weight="normal">
							<RelativeTime iso={entry.at} />
						</Muted>
						<Muted component="td" weight="normal" title={entry.tokenId ?? undefined}>
							{entry.tokenName}
						</Muted>
						<Muted component="td" weight="normal" mono title={entry.requestId ?? undefined}>
							{entry.requestId?.slice(0, 8)}
						</Muted>
					</tr>
				))}
			</tbody>
		</SimpleTable>
	);
}

function useExport(filter: AuditFilter) {
	return useMutation({
		mutationFn: async () => {
			// Keeps only the CSV lines, since entries take several times the memory.
			const lines: string[] = [];
			let count = 0;
			let isCut = false;
			for await (const entries of readAudit(filter, new AbortController().signal)) {
				isCut = count >= maxExported && entries.length > 0;
				if (isCut) break;
				lines.push(csvLines(entries));
				count += entries.length;
			}
			const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
			const where = [filter.username, filter.namespace, filter.dataset].filter((name) => name !== undefined);
			const name = ['audit-log', ...where, stamp].join('-');
			saveFile(fileNameOf(`${name}.csv`), new Blob([csvHeader, ...lines], { type: 'text/csv;charset=utf-8' }));
			return { of: JSON.stringify(filter), isCut };
		},
	});
}
