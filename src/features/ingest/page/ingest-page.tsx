import { Button } from '@mantine/core';
import { IconInbox, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { getPreviewFacts, maxPreviewRecords } from '#contract/ingest.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { loadDescription, useOffers, useReachable, useScope } from '../../session/queries.ts';
import classes from '../ingest.module.css';
import { InputPane } from '../input/input-pane.tsx';
import { type DraftConflict, useIngestDraft, type Work } from '../input/use-ingest-draft.ts';
import { InstructionsPane } from '../instructions/instructions-pane.tsx';
import { type Instructions, linkProblem, type Records, sameRecords, tooLong, toRecords } from '../model.ts';
import { FirstItems, Pane, Working } from '../parts.tsx';
import { ResultTable } from '../preview/result-table.tsx';
import { isRefusal, type RefusedRecord, usePreview } from '../preview/use-preview.ts';
import { previewFactsQuery } from '../queries.ts';
import { SavePane } from '../save/save-pane.tsx';
import { UploadPage } from '../upload/upload-page.tsx';
import { SentRows } from './sent-rows.tsx';

export const loadIngest = loadDescription;

type Draft = ReturnType<typeof useIngestDraft>;

/** Uploads a file where the address names a destination; otherwise tries records before they are saved. */
export function IngestPage() {
	const [params] = useAddressParams();
	return params.has('to') ? <UploadPage /> : <RecordsPage />;
}

/** Input, instructions, and what the service would make of them. */
function RecordsPage() {
	const { work, ...draft } = useIngestDraft(useScope());
	if (work !== null) return <Workbench work={work} {...draft} />;
	return (
		<PageFrame title="Ingest">
			<LoadingRows />
		</PageFrame>
	);
}

function Workbench({ work, change, problem, isKept, others, conflict }: Draft & { work: Work }) {
	const isAway = useReachable() === false;
	const facts = useQuery({ ...previewFactsQuery, enabled: useOffers(getPreviewFacts) });
	const { preview, ask, isolateRefused, stop } = usePreview();
	const { records, instructions, from, file } = work;
	/** The records of the last preview. */
	const [previewed, setPreviewed] = useState<Records | null>(null);
	const isStale = useMemo(() => previewed !== null && !sameRecords(previewed, records), [previewed, records]);
	const progress = 'progress' in preview ? preview.progress : null;
	const { sent = [], settled = null } = progress ?? {};
	const result = preview.state === 'done' ? preview.value : null;
	const resultPane = useRef<HTMLElement>(null);
	const disabledReason = whyDisabled(records.rows.length, instructions, isAway);
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
						variant={disabledReason === null ? 'filled' : 'default'}
						aria-disabled={disabledReason !== null}
						title={disabledReason ?? undefined}
						loading={preview.state === 'running'}
						onClick={() => {
							if (disabledReason !== null) return;
							resultPane.current?.scrollIntoView({ block: 'start' });
							setPreviewed(records);
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
				<Pane ref={resultPane} id="ingest-result" title="Result">
					{(preview.state === 'idle' || preview.state === 'canceled') && (
						<EmptyState title="No preview yet">
							{disabledReason ?? 'Preview shows each record beside what came of it.'}
						</EmptyState>
					)}
					{preview.state === 'running' && (
						<Working onStop={stop}>
							{settled === null
								? `Processing ${countOf(sent.length, 'record')}…`
								: `Looking for the records that are refused: ${formatCount(settled)} of ${formatCount(sent.length)} are settled…`}
						</Working>
					)}
					{preview.state === 'failed' && progress !== null && (
						<>
							<QueryErrorPanel
								title="There is no preview of these records"
								query={{ error: preview.error, refetch: () => ask(sent, progress.instructions) }}
							/>
							{isRefusal(preview.error) && sent.length > 1 && (
								<Button variant="default" onClick={() => void isolateRefused(sent, progress.instructions)}>
									Find the records that cause it
								</Button>
							)}
						</>
					)}
					{result !== null && (
						<>
							{isStale && (
								<Notice tone="warning" title="These rows came of earlier records">
									Preview again to see what comes of the records above.
								</Notice>
							)}
							<RefusedRecords refused={result.refused} />
							<ResultTable inputs={result.inputs} outputs={result.outputs} />
						</>
					)}
				</Pane>
				<SavePane records={records} from={from} outputs={result?.outputs ?? null} isStale={isStale} file={file} />
			</Stack>
		</PageFrame>
	);
}

function Conflict({ conflict, mine }: { conflict: DraftConflict; mine: number }) {
	return (
		<Notice
			tone="warning"
			title="Another tab changed these records or instructions at the same time"
			action={
				<Inline component="span" gap={2}>
					<Button variant="default" onClick={() => conflict.decide(true)}>
						Keep mine
					</Button>
					<Button variant="default" onClick={() => conflict.decide(false)}>
						Use the other tab's
					</Button>
				</Inline>
			}
		>
			Here are {countOf(mine, 'record')}, in the other tab {countOf(conflict.records, 'record')}. What was changed here
			is not kept before you choose, and the choice holds for both tabs.
		</Notice>
	);
}

function whyDisabled(count: number, instructions: Instructions, isAway: boolean): string | null {
	if (count === 0) return 'There are no records to send.';
	if (count > maxPreviewRecords)
		return `${formatCount(count)} records are too many for one preview: at most ${formatCount(maxPreviewRecords)}.`;
	const wrong = tooLong(instructions.description) ?? tooLong(instructions.instructions) ?? linkProblem(instructions);
	if (wrong !== null) return wrong;
	return isAway ? 'The service does not answer. What you filled in stays.' : null;
}

/** The records that the service refuses by themselves. */
function RefusedRecords({ refused }: { refused: readonly RefusedRecord[] }) {
	if (refused.length === 0) return null;
	return (
		<Notice
			tone="warning"
			title={`${countOf(refused.length, 'record is', 'records are')} refused; the others were processed`}
		>
			<FirstItems
				items={refused}
				total={refused.length}
				most={50}
				item={({ index, message, record }) => (
					<li key={index}>
						{message} <code>{stringifyJson(record).slice(0, 200)}</code>
					</li>
				)}
			/>
		</Notice>
	);
}
