import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { listBuildSpecVersions } from '#contract/build-spec.ts';
import type { Description } from '#contract/description.ts';
import { paths } from '../../../routing/paths.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers } from '../../session/model.ts';
import { useScope } from '../../session/queries.ts';
import { versionHistoryQuery, versionsQuery } from '../version-queries.ts';
import { type HistoryLine, historyOf, readableVersions } from '../versions/versions.ts';
import type { Saved } from '../work.ts';
import classes from './side-pane.module.css';

export interface SideDraft {
	/** When the draft that the text was restored from was kept, ms since 1970; null where it was not. */
	readonly restoredAt: number | null;
	readonly begunOn: number | null;
	readonly isKept: boolean;
}

interface SideVersionsProps {
	readonly saved: Saved;
	readonly draft: SideDraft | null;
	readonly description: Description | null;
}

export function SideVersions({ saved, draft, description }: SideVersionsProps) {
	const { id, version } = saved.value;
	const scope = useScope();
	const isOffered = offers(description, listBuildSpecVersions);
	const listed = useInfiniteQuery({ ...versionsQuery(id), enabled: isOffered });
	const ledger = useQuery(versionHistoryQuery(scope, id));
	const pages = listed.data?.pages ?? null;
	const items = pages?.flatMap((page) => page.items) ?? null;

	// another version than those that were told was saved meanwhile
	const newest = items?.[0]?.version ?? version;
	const { refetch } = listed;
	useEffect(() => {
		if (newest < version) void refetch();
	}, [newest, version, refetch]);

	if (isOffered && listed.isPending) return <LoadingRows rows={3} />;
	const lines = historyOf(items, !listed.hasNextPage, ledger.data ?? [], version);
	const readable = readableVersions(lines, items !== null);
	// an older version is compared with what is worked on
	const right = draft !== null ? 'draft' : String(version);
	return (
		<>
			{listed.isError && <QueryErrorPanel title="The service's versions could not be listed" query={listed} />}
			<Stack component="ul" aria-label="Versions">
				{draft !== null && <Draft {...draft} />}
				{lines.map((line) =>
					line.kind === 'version' ? (
						<Inline key={line.version} component="li" gap={3} nowrap align="baseline" className={classes.version}>
							<Text mono rigid className={classes.number}>
								v{line.version}
							</Text>
							<Text fill breaks>
								{changeLabel(line)}
							</Text>
							{line.savedAt !== null && (
								<Muted rigid>
									<RelativeTime iso={line.savedAt} />
								</Muted>
							)}
							{String(line.version) !== right && readable.includes(line.version) && (
								<Link
									to={paths.versions(id, { left: String(line.version), right })}
									aria-label={`Compare version ${line.version} with ${right === 'draft' ? 'the draft' : 'what is saved now'}`}
								>
									Compare
								</Link>
							)}
						</Inline>
					) : null,
				)}
			</Stack>
			<Link to={paths.versions(id)} className={classes.open}>
				All versions
			</Link>
		</>
	);
}

function changeLabel({ author, change, current }: Extract<HistoryLine, { kind: 'version' }>): string {
	const words = change === null ? 'saved' : author === null ? change : `${change} by ${author}`;
	return current ? `${words}, what is saved now` : words;
}

function Draft({ begunOn, restoredAt, isKept }: SideDraft) {
	return (
		<Inline component="li" gap={3} nowrap align="baseline" className={classes.version}>
			<Text tone="warning" mono rigid className={classes.number}>
				draft
			</Text>
			<Text fill breaks>
				{isKept ? 'kept in this browser' : 'not kept'}
				{begunOn !== null && `, begun on version ${begunOn}`}
			</Text>
			{restoredAt !== null && (
				<Muted rigid>
					<RelativeTime iso={new Date(restoredAt).toISOString()} />
				</Muted>
			)}
		</Inline>
	);
}
