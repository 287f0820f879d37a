import { Button } from '@mantine/core';
import { IconInbox, IconPlayerPlay } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { getPreviewFacts, maxPreviewRecords } from '#contract/ingest.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery, useReachable, useScope } from '../session/queries.ts';
import classes from './ingest.module.css';
import { InputPane } from './input-pane.tsx';
import { InstructionsPane } from './instructions-pane.tsx';
import { type Instructions, linkProblem, type Records, sameRecords, tooLong, toRecords } from './model.ts';
import { previewFactsQuery } from './queries.ts';
import { RefusedRecords } from './refused-records.tsx';
import { ResultLens } from './result-lens.tsx';
import { SavePane } from './save-pane.tsx';
import { SentRows } from './sent-rows.tsx';
import { type DraftConflict, useIngestDraft, type Work } from './use-ingest-draft.ts';
import { isRefusal, usePreview } from './use-preview.ts';

export const loadIngest = (queryClient: QueryClient) => async () => {
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

/** Tries records before they are saved: input, instructions, and what the service would make of them. */
export function IngestPage() {
	const scope = useScope();
	const { work, ...draft } = useIngestDraft(scope);
	if (work === null) {
		return (
			<PageFrame title="Ingest">
				<LoadingRows />
			</PageFrame>
		);
	}
	return <Workbench work={work} me={scope.user} {...draft} />;
}

interface WorkbenchProps {
	readonly work: Work;
	readonly me: string;
	readonly change: (next: Partial<Work>) => void;
	readonly problem: string | null;
	readonly isKept: boolean;
	/** How many other tabs of this browser show the same. */
	readonly others: number;
	readonly conflict: DraftConflict | null;
}

function Workbench({ work, me, change, problem, isKept, others, conflict }: WorkbenchProps) {
	const { data: description = null } = useQuery(descriptionQuery);
	const away = useReachable() === false;
	const facts = useQuery({ ...previewFactsQuery, enabled: offers(description, getPreviewFacts) });
	const { preview, ask, halve, stop } = usePreview(me);
	const { records, instructions, from, file } = work;
	/** What the preview was asked of. */
	const [tried, setTried] = useState<Records | null>(null);
	const isStale = useMemo(() => tried !== null && !sameRecords(tried, records), [tried, records]);
	const result = useRef<HTMLElement>(null);
	const why = whyNot(records.rows.length, instructions, away);
	const model = facts.data?.model ?? null;
	return (
		<PageFrame
			title="Ingest"
			subtitle={
				<>
					{`See what the service would make of records before anything is saved.${isKept ? ' Draft kept in this browser.' : ''}`}
					{others > 0 && (
						<Muted component="p" role="status">
							Also open in {others === 1 ? 'another tab' : `${others} other tabs`}: what is changed in one appears in
							the other.
						</Muted>
					)}
				</>
			}
			actions={
				<>
					<Button
						variant="default"
						component={Link}
						to={paths.ingestions()}
						leftSection={<IconInbox size={16} aria-hidden />}
					>
						Ingestions
					</Button>
					<Button
						leftSection={<IconPlayerPlay size={16} aria-hidden />}
						variant={why === null ? 'filled' : 'default'}
						aria-disabled={why !== null}
						title={why ?? undefined}
						loading={preview.state === 'asking'}
						onClick={() => {
							if (why !== null) return;
							result.current?.scrollIntoView({ block: 'start' });
							setTried(records);
							void ask(toRecords(records), instructions);
						}}
					>
						Preview
					</Button>
				</>
			}
		>
			<Stack gap={3}>
				<SentRows records={records} onTake={(next, name) => change({ records: next, from: name, file: null })} />
				{problem !== null && <Notice tone="warning" title={problem} />}
				{conflict !== null && <Conflict conflict={conflict} mine={records.rows.length} />}
				{model !== null && (
					<Notice tone="info" isSilent title="Records leave for a language model">
						A preview sends these records to {model.name} at {model.host}.
					</Notice>
				)}
				<div className={classes.panes}>
					<InputPane work={work} onChange={change} />
					<InstructionsPane
						instructions={instructions}
						names={records.names}
						onChange={(next) => change({ instructions: next })}
					/>
				</div>
				<Stack ref={result} component="section" gap={3} boxed className={classes.pane} aria-labelledby="ingest-result">
					<SectionHeader id="ingest-result" size="large">
						Result
					</SectionHeader>
					{preview.state === 'none' && (
						<EmptyState title="No preview yet">{why ?? 'Preview shows each record beside what came of it.'}</EmptyState>
					)}
					{preview.state === 'asking' && (
						<Inline gap={[2, 3]} align="end" role="status">
							{preview.settled === null
								? `Processing ${countOf(preview.total)}…`
								: `Looking for the records that are refused: ${formatCount(preview.settled)} of ${formatCount(preview.total)} are settled…`}
							<Button size="xs" variant="default" onClick={stop}>
								Stop
							</Button>
						</Inline>
					)}
					{preview.state === 'failed' && (
						<>
							<ErrorPanel
								title="There is no preview of these records"
								error={errorFacts(preview.error)}
								onRetry={() => void ask(preview.sent, preview.told)}
							/>
							{isRefusal(preview.error) && preview.sent.length > 1 && (
								<Button variant="default" onClick={() => void halve(preview.sent, preview.told)}>
									Find the records that cause it
								</Button>
							)}
						</>
					)}
					{preview.state === 'done' && (
						<>
							{isStale && (
								<Notice tone="warning" title="These rows came of earlier records">
									Preview again to see what comes of the records above.
								</Notice>
							)}
							<RefusedRecords refused={preview.refused} />
							<ResultLens inputs={preview.inputs} outputs={preview.outputs} />
						</>
					)}
				</Stack>
				<SavePane
					records={records}
					from={from}
					outputs={preview.state === 'done' ? preview.outputs : null}
					isStale={isStale}
					file={file}
				/>
			</Stack>
		</PageFrame>
	);
}

const countOf = (rows: number): string => `${formatCount(rows)} ${rows === 1 ? 'record' : 'records'}`;

function Conflict({ conflict, mine }: { conflict: DraftConflict; mine: number }) {
	return (
		<Notice
			tone="warning"
			title="Another tab changed these records or instructions at the same time"
			action={
				<span className={classes.pager}>
					<Button variant="default" onClick={() => conflict.decide(true)}>
						Keep mine
					</Button>
					<Button variant="default" onClick={() => conflict.decide(false)}>
						Use the other tab's
					</Button>
				</span>
			}
		>
			Here are {countOf(mine)}, in the other tab {countOf(conflict.records)}. What was changed here is not kept before
			you choose, and the choice holds for both tabs.
		</Notice>
	);
}

function whyNot(count: number, told: Instructions, away: boolean): string | null {
	if (count === 0) return 'There are no records to send.';
	if (count > maxPreviewRecords)
		return `${formatCount(count)} records are too many for one preview: at most ${formatCount(maxPreviewRecords)}.`;
	const wrong = tooLong(told.description) ?? tooLong(told.instructions) ?? linkProblem(told);
	if (wrong !== null) return wrong;
	return away ? 'The service does not answer. What you filled in stays.' : null;
}
