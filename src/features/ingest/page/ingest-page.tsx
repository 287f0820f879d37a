import { Button } from '@mantine/core';
import { IconInbox, IconPlayerPlay, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { startFileIngestion } from '#contract/file-start.ts';
import { getPreviewFacts, maxPreviewRecords } from '#contract/ingest.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { notResponding } from '../../../lib/messages.ts';
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
import { type Instructions, linkProblem, type Records, sameRecords, textLabel, tooLong, toRecords } from '../model.ts';
import { FirstItems, Pane, Working } from '../parts.tsx';
import { ResultTable } from '../preview/result-table.tsx';
import { isRefusal, type RefusedRecord, usePreview } from '../preview/use-preview.ts';
import { previewFactsQuery } from '../queries.ts';
import { SavePane } from '../save/save-pane.tsx';
import { UnfinishedUploadsPanel } from '../unfinished-uploads-panel.tsx';
import { UploadPage } from '../upload/upload-page.tsx';
import { SentRows } from './sent-rows.tsx';

export const loadIngest = loadDescription;

type Draft = ReturnType<typeof useIngestDraft>;

/** Uploads a file if the URL has a destination; otherwise previews records. */
export function IngestPage() {
	const [params] = useAddressParams();
	return params.has('to') ? <UploadPage /> : <RecordsPage />;
}

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
	const canUpload = useOffers(startFileIngestion);
	const isAway = useReachable() === false;
	const facts = useQuery({ ...previewFactsQuery, enabled: useOffers(getPreviewFacts) });
	const { preview, ask, isolateRefused, stop } = usePreview();
	const { records, instructions, from, file } = work;
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
					{`Preview how the service cleans your records before anything is saved.${isKept ? ' Your draft stays in this browser.' : ''}`}
					{others > 0 && (
						<Muted component="p" role="status">
							Also open in {others === 1 ? 'another tab' : `${others} other tabs`}. Edits appear in every tab.
						</Muted>
					)}
				</>
			}
			actions={
				<>
					{canUpload && (
						<Button
							variant="default"
							component={Link}
							to={paths.upload()}
							leftSection={<IconUpload size={16} aria-hidden />}
						>
							Upload data
						</Button>
					)}
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
				<UnfinishedUploadsPanel />
				<SentRows records={records} onTake={(next, name) => change({ records: next, from: name, file: null })} />
				{problem !== null && <Notice tone="warning" title={problem} />}
				{conflict !== null && <Conflict conflict={conflict} mine={records.rows.length} />}
				{model !== null && (
					<Notice tone="info" isSilent title="Previews use a language model">
						Previewing sends these records to {model.name} at {model.host}.
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
							{disabledReason ?? 'A preview shows each record next to its result.'}
						</EmptyState>
					)}
					{preview.state === 'running' && (
						<Working onStop={stop}>
							{settled === null
								? `Processing ${countOf(sent.length, 'record')}…`
								: `Looking for rejected records: ${formatCount(settled)} of ${formatCount(sent.length)} checked…`}
						</Working>
					)}
					{preview.state === 'failed' && progress !== null && (
						<>
							<QueryErrorPanel
								title="Couldn’t preview these records"
								query={{ error: preview.error, refetch: () => ask(sent, progress.instructions) }}
							/>
							{isRefusal(preview.error) && sent.length > 1 && (
								<Button variant="default" onClick={() => void isolateRefused(sent, progress.instructions)}>
									Find rejected records
								</Button>
							)}
						</>
					)}
					{result !== null && (
						<>
							{isStale && (
								<Notice tone="warning" title="This preview is out of date">
									The records above have changed. Preview again.
								</Notice>
							)}
							<RefusedRecords refused={result.refused} processed={result.inputs.length} />
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
			title="Another tab changed these records or instructions"
			action={
				<Inline component="span" gap={2}>
					<Button variant="default" onClick={() => conflict.decide(true)}>
						Keep this tab’s version
					</Button>
					<Button variant="default" onClick={() => conflict.decide(false)}>
						Use the other tab’s version
					</Button>
				</Inline>
			}
		>
			This tab has {countOf(mine, 'record')}, and the other tab has {countOf(conflict.records, 'record')}. Your choice
			applies to both tabs. Changes here aren’t stored until you choose.
		</Notice>
	);
}

function whyDisabled(count: number, instructions: Instructions, isAway: boolean): string | null {
	if (count === 0) return 'Add a record to see a preview.';
	if (count > maxPreviewRecords)
		return `A preview can have at most ${formatCount(maxPreviewRecords)} records. Remove ${countOf(count - maxPreviewRecords, 'record')}.`;
	const wrong =
		tooLong(textLabel.description, instructions.description) ??
		tooLong(textLabel.instructions, instructions.instructions) ??
		linkProblem(instructions);
	if (wrong !== null) return wrong;
	return isAway ? notResponding('preview') : null;
}

function RefusedRecords({ refused, processed }: { refused: readonly RefusedRecord[]; processed: number }) {
	if (refused.length === 0) return null;
	return (
		<Notice
			tone="warning"
			title={`${countOf(refused.length, 'record was', 'records were')} rejected${processed === 0 ? '' : `, and the ${processed === 1 ? 'other one was' : 'others were'} processed`}`}
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
