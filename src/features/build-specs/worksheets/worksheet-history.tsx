import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { storageBlocked } from '../../../lib/messages.ts';
import { paths } from '../../../routing/paths.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { listWorksheetRuns, storeWorksheetRun, type WorksheetRun } from '../../../storage/worksheets.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { codeName } from '../../runs/model.ts';
import { comparable } from '../../runs/pair-model.ts';
import { runQuery } from '../../runs/queries.ts';
import { RunGlance } from '../../runs/run-list-panel.tsx';
import { parametersText } from './parameters.ts';
import classes from './worksheets.module.css';

export const worksheetHistoryQuery = (scope: Scope, worksheet: string) =>
	queryOptions({
		queryKey: ['worksheets', scope.service, scope.user, worksheet, 'history'] as const,
		queryFn: () => listWorksheetRuns(scope, worksheet),
		retry: false,
	});

interface WorksheetHistoryProps {
	readonly scope: Scope;
	readonly worksheet: string;
	/** The run whose rows are shown, or null. */
	readonly shownId: string | null;
	readonly onShow: (runId: string) => void;
	readonly onUse: (run: WorksheetRun) => void;
}

/** Maximum unpinned runs shown, since each needs a request. */
const limit = 30;

export function WorksheetHistory({ scope, worksheet, shownId, onShow, onUse }: WorksheetHistoryProps) {
	const queryClient = useQueryClient();
	const history = useQuery(worksheetHistoryQuery(scope, worksheet));
	const lines = (history.data ?? []).filter(({ isPinned }, index) => isPinned || index < limit);
	const runs = useQueries({ queries: lines.map(({ id }) => ({ ...runQuery(id), retry: false })) });
	const pin = useMutation({
		mutationFn: (run: WorksheetRun) => storeWorksheetRun(scope, run),
		onSettled: () => queryClient.invalidateQueries({ queryKey: worksheetHistoryQuery(scope, worksheet).queryKey }),
	});
	if (history.isError) return <Muted component="p">Couldn’t load the history. {storageBlocked}</Muted>;
	if (history.isPending) return null;
	if (lines.length === 0) {
		return <Muted component="p">No previews yet. Every preview of this worksheet appears here with its code.</Muted>;
	}
	const pinned = lines.flatMap((line, index) => (line.isPinned ? (runs[index]?.data ?? []) : []))[0] ?? null;
	return (
		<Stack component="ul" mb={3} aria-label="Worksheet history">
			{lines.map((line, index) => (
				<Line
					key={line.id}
					line={line}
					run={runs[index]?.data ?? null}
					isGone={runs[index]?.isError ?? false}
					pinned={pinned}
					isShown={line.id === shownId}
					onShow={() => onShow(line.id)}
					onUse={() => onUse(line)}
					onPin={() => pin.mutate({ ...line, isPinned: !line.isPinned })}
				/>
			))}
		</Stack>
	);
}

interface LineProps {
	readonly line: WorksheetRun;
	/** Null while loading, and if the service no longer has it. */
	readonly run: BuildRun | null;
	readonly isGone: boolean;
	readonly pinned: BuildRun | null;
	readonly isShown: boolean;
	readonly onShow: () => void;
	readonly onUse: () => void;
	readonly onPin: () => void;
}

function Line({ line, run, isGone, pinned, isShown, onShow, onUse, onPin }: LineProps) {
	const pair = run === null || pinned === null || pinned.id === run.id ? null : comparable([pinned, run]);
	const what = codeName(line.written ?? line.payload);
	const values = parametersText(line.parameters ?? {});
	return (
		<Stack component="li" ruled="below" py={2} data-shown={isShown || undefined}>
			<Inline gap={2} nowrap align="center" numeric tone="muted">
				{run === null ? <RelativeTime iso={new Date(line.at).toISOString()} /> : <RunGlance run={run} />}
				{isGone && <span>rows not available</span>}
				<IconButton
					ml="auto"
					size="sm"
					label={line.isPinned ? 'Unpin' : 'Pin for comparison'}
					icon={line.isPinned ? IconPinFilled : IconPin}
					aria-pressed={line.isPinned}
					onClick={onPin}
				/>
			</Inline>
			<Text mono size="small" className={classes.code} title={line.payload}>
				{what}
			</Text>
			{values !== '' && (
				<Muted size="small" breaks>
					{values}
				</Muted>
			)}
			<Inline gap={[0, 3]}>
				{isShown ? (
					<Muted>Shown below</Muted>
				) : (
					!isGone && (
						<TextButton onClick={onShow} aria-label={`Show rows of ${what}`}>
							Show rows
						</TextButton>
					)
				)}
				<TextButton onClick={onUse} aria-label={`Add to code: ${what}`}>
					Add to code
				</TextButton>
				{pair !== null && 'before' in pair && (
					<Link to={paths.compareRuns(pair.after.id, pair.before.id)} aria-label={`Compare ${what} with pinned`}>
						Compare with pinned
					</Link>
				)}
			</Inline>
		</Stack>
	);
}
