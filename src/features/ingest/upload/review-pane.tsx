import { Button, Checkbox } from '@mantine/core';
import { formatCoordinate } from '#contract/dataset.ts';
import type { FileReview } from '#contract/file-ingestion.ts';
import type { IngestionMode } from '#contract/ingest.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { listUploadRecipes, type UploadRecipe } from '../../../storage/ingest-drafts.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { MultiChoice } from '../../../ui/primitives/multi-choice.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { Recipes } from '../instructions/recipes.tsx';
import { FirstItems, Pane, ScrollTable, Working } from '../parts.tsx';
import { CleanValues } from './clean-values.tsx';
import { ColumnReview } from './column-review.tsx';
import { CorrectedFile } from './corrected-file.tsx';
import { Corrections } from './corrections.tsx';
import { DownloadRejects, linesIn, rejectedLineRows } from './download-rejects.tsx';
import { columnChanges, type Decisions, isDecided, listNames, recipeOf, saveLabel } from './model.ts';
import { ReadingOptions } from './reading-options.tsx';
import classes from './upload.module.css';
import type { Reviewed } from './upload-flow.ts';

interface ReviewPaneProps {
	readonly reviewed: Reviewed;
	readonly isSaving: boolean;
	readonly onDecide: (decisions: Decisions, anew?: boolean) => void;
	/** Absent if the service can't clean files. */
	readonly onClean: (() => void) | undefined;
	readonly onStopCleaning: () => void;
	readonly onDiscardCleaning: () => void;
	readonly onRecipe: (recipe: UploadRecipe | null) => void;
	/** Requests everything that won't be saved. */
	readonly onList: () => Promise<FileReview>;
	readonly onSave: () => void;
	readonly onCancel: () => void;
}

export function ReviewPane({
	reviewed,
	isSaving,
	onDecide,
	onClean,
	onStopCleaning,
	onDiscardCleaning,
	onRecipe,
	onList,
	onSave,
	onCancel,
}: ReviewPaneProps) {
	const { upload, destination, decisions, review, failure, isReviewing, isCleaning } = reviewed;
	const target = formatCoordinate(destination);
	const change = (part: Partial<Decisions>, anew = false) => onDecide({ ...decisions, ...part }, anew);
	const isReady =
		review !== null && !isReviewing && !isCleaning && failure?.of !== 'review' && review.problems.length === 0;
	const retryOf = { save: onSave, clean: onClean ?? (() => change({})), review: () => change({}) };
	return (
		<>
			<Pane id="upload-review" title={`${upload.name} into ${target}`}>
				{isReviewing && (
					<Working onStop={review === null ? onCancel : undefined}>Reading all values in {upload.name}…</Working>
				)}
				{failure !== null && (
					<QueryErrorPanel
						title={failureTitle(reviewed)}
						query={{ error: failure.error, refetch: retryOf[failure.of] }}
					>
						{review === null && <SecondaryButton onClick={onCancel}>Choose another file</SecondaryButton>}
					</QueryErrorPanel>
				)}
				{review === null && isReviewing && <LoadingRows rows={4} />}
				{review === null && failure !== null && (
					<Inline gap={3} align="end">
						<ReadingOptions
							review={null}
							decisions={decisions}
							onChange={(options, anew) => change({ options }, anew)}
						/>
					</Inline>
				)}
				{review !== null && (
					<>
						<Muted component="p">
							{review.format}: {countOf(review.rows, 'row')}, {countOf(review.columns.length, 'column')}.{' '}
							{review.remarks.join(' ')}
							{reviewed.recipe !== '' && ` Recipe "${reviewed.recipe}" is applied.`}
						</Muted>
						{onClean !== undefined && (
							<CleanValues
								reviewed={reviewed}
								isDisabled={isReviewing || isSaving}
								onClean={onClean}
								onStop={onStopCleaning}
								onDiscard={onDiscardCleaning}
							/>
						)}
						<Stack gap={3} inert={isSaving || isCleaning} className={classes.choices}>
							{(isDecided(decisions) || reviewed.cleaning !== null || reviewed.recipe !== '') && (
								<Recipes
									kind="files"
									list={listUploadRecipes}
									recipe={recipeOf(decisions, review, reviewed.cleaning !== null)}
									used={reviewed.recipe}
									onUse={onRecipe}
								/>
							)}
							<Choices reviewed={reviewed} review={review} onList={onList} onChange={change} />
						</Stack>
						{review.problems.length > 0 && !isReviewing && (
							<Notice tone="warning" title="Problems to resolve before saving">
								<FirstItems
									items={review.problems}
									total={review.problems.length}
									most={10}
									item={(problem) => <li key={problem}>{problem}</li>}
								/>
							</Notice>
						)}
						<Inline gap={3}>
							<Button aria-disabled={!isReady} loading={isSaving} onClick={() => isReady && !isSaving && onSave()}>
								{saveLabel(review, decisions)}
							</Button>
							<Button variant="default" disabled={isSaving} onClick={onCancel}>
								Cancel
							</Button>
							{isSaving && <Muted role="status">Saving… You can leave this page.</Muted>}
							{decisions.mode === 'upsert' && decisions.key.length > 0 && (
								<Muted>{formatCount(review.effect.unchanged)} unchanged</Muted>
							)}
							{review.skippedRows > 0 && <Muted>{countOf(review.skippedRows, 'row')} skipped</Muted>}
						</Inline>
					</>
				)}
			</Pane>
			{review !== null && <Sample review={review} />}
		</>
	);
}

interface ChoicesProps {
	readonly reviewed: Reviewed;
	readonly review: FileReview;
	readonly onList: () => Promise<FileReview>;
	readonly onChange: (part: Partial<Decisions>, anew?: boolean) => void;
}

function Choices({ reviewed, review, onList, onChange }: ChoicesProps) {
	const { destination, dataset, decisions, isAnew, failure } = reviewed;
	const isFilled = decisions.mode === 'append' || decisions.mode === 'upsert';
	return (
		<>
			<Inline gap={3} align="end">
				{dataset !== null && (
					<Choice
						label={`${formatCoordinate(destination)} already exists`}
						value={decisions.mode}
						onChange={(mode) => onChange({ mode: mode as IngestionMode }, true)}
						data={[
							{ value: 'append', label: 'Add rows' },
							{ value: 'upsert', label: 'Update rows by key' },
							{ value: 'replace', label: `Replace all ${countOf(dataset.rows, 'row')}` },
						]}
					/>
				)}
				{decisions.mode === 'upsert' && (
					<MultiChoice
						label="Key columns"
						miw="12rem"
						searchable
						data={dataset?.columns.map(({ name }) => name) ?? []}
						value={[...decisions.key]}
						onChange={(key) => onChange({ key })}
					/>
				)}
				<ReadingOptions
					review={review}
					decisions={decisions}
					onChange={(options, anew) => onChange({ options }, anew)}
				/>
			</Inline>
			{!(isAnew && failure !== null) && (
				<Stack gap={3} inert={isAnew} className={classes.choices}>
					<RejectedLines review={review} decisions={decisions} onList={onList} onChange={onChange} />
					<DuplicateKeys review={review} />
					{dataset !== null && (
						<ColumnChanges {...columnChanges(review, decisions, dataset.columns)} mode={decisions.mode} />
					)}
					<ColumnReview
						review={review}
						existing={isFilled ? (dataset?.columns ?? null) : null}
						decisions={decisions}
						onList={onList}
						onChange={onChange}
					/>
				</Stack>
			)}
		</>
	);
}

function failureTitle({ failure, review }: Reviewed): string {
	if (failure?.of === 'save') return 'Couldn’t save the file';
	if (failure?.of === 'clean') return 'Cleaning was interrupted';
	return review === null ? 'Couldn’t read the file' : 'Couldn’t read the file with these options';
}

interface RejectedLinesProps extends ChoicesPart {
	readonly review: FileReview;
	readonly decisions: Decisions;
}
type ChoicesPart = Pick<ChoicesProps, 'onList' | 'onChange'>;

function RejectedLines({ review, decisions, onList, onChange }: RejectedLinesProps) {
	const { total, first } = review.rejectedLines;
	const { fixedLines } = decisions;
	const fixed = fixedLines.length > 0 && (
		<Inline gap={2}>
			<Muted>{countOf(fixedLines.length, 'corrected line is', 'corrected lines are')} used.</Muted>
			<SecondaryButton size="xs" onClick={() => onChange({ fixedLines: [] })}>
				Undo corrections
			</SecondaryButton>
		</Inline>
	);
	if (total === 0) return fixed;
	const isText = review.options.delimiter !== undefined;
	const fix = (lines: Decisions['fixedLines']) => {
		const byLine = new Map([...fixedLines, ...lines].map((item) => [item.line, item]));
		onChange({ fixedLines: [...byLine.values()] });
	};
	const correct = async (records: Parameters<typeof linesIn>[0]) => {
		const lines = linesIn(records, await onList());
		if (lines.length > 0) fix(lines);
		return lines.length;
	};
	return (
		<Notice tone="warning" title={total === 1 ? '1 line isn’t a row' : `${formatCount(total)} lines aren’t rows`}>
			{isText ? (
				<Corrections
					label="Lines that aren’t rows"
					columns={['Line', 'Read as']}
					items={first.map(({ line, problem, text }) => ({
						id: String(line),
						text,
						label: `Line ${formatCount(line)}`,
						cells: [formatCount(line)],
						problem,
					}))}
					onApply={(corrected) => fix(corrected.map(({ id, to }) => ({ line: Number(id), text: to })))}
				/>
			) : (
				<FirstItems
					items={first}
					total={total}
					most={20}
					item={({ line, problem, text }) => (
						<li key={line}>
							Line {formatCount(line)}: {problem} <code>{text.slice(0, 200)}</code>
						</li>
					)}
				/>
			)}
			<Inline gap={3}>
				<Checkbox
					label={total === 1 ? 'Skip this line' : 'Skip these lines'}
					checked={decisions.skipLines}
					onChange={(event) => onChange({ skipLines: event.currentTarget.checked })}
				/>
				<DownloadRejects
					of="lines that aren’t rows"
					name="lines that aren’t rows"
					rows={async () => rejectedLineRows((await onList()).rejectedLines.first)}
				/>
				{isText && <CorrectedFile of="lines that aren’t rows" onRecords={correct} />}
			</Inline>
			{fixed}
		</Notice>
	);
}

interface ColumnChangesProps extends ReturnType<typeof columnChanges> {
	readonly mode: IngestionMode;
}

/** Columns that will be lost, left empty or skipped, so nobody is surprised later. */
function ColumnChanges({ lost, unfilled, skipped, mode }: ColumnChangesProps) {
	return (
		<>
			{lost.length > 0 && (
				<Notice tone="warning" title={`The dataset will lose ${countOf(lost.length, 'column')}: ${listNames(lost)}`}>
					Replacing all rows removes the values in {lost.length === 1 ? 'this column' : 'these columns'}. To keep them,
					choose "Add rows" or "Update rows by key".
				</Notice>
			)}
			{unfilled.length > 0 && (
				<Muted component="p">
					{unfilled.length === 1 ? 'Column' : 'Columns'} missing from the file: {listNames(unfilled)}.{' '}
					{mode === 'upsert' && 'Changed rows keep their values. '}
					New rows are empty in {unfilled.length === 1 ? 'this column' : 'these columns'}.
				</Muted>
			)}
			{skipped.length > 0 && (
				<Muted component="p">
					File {skipped.length === 1 ? 'column that isn’t' : 'columns that aren’t'} saved: {listNames(skipped)}.
				</Muted>
			)}
		</>
	);
}

function DuplicateKeys({ review }: { review: FileReview }) {
	const { total, first } = review.duplicateKeys;
	if (total === 0) return null;
	return (
		<Notice
			tone="warning"
			title={total === 1 ? '1 key appears in several rows' : `${formatCount(total)} keys appear in several rows`}
		>
			<FirstItems
				items={first}
				total={total}
				most={20}
				item={({ key, rows }) => (
					<li key={rows.join(' ')}>
						<code>{key.map((text) => text ?? 'no value').join(', ')}</code> in rows {rows.map(formatCount).join(', ')}
					</li>
				)}
			/>
			Choose other key columns that tell these rows apart, or correct the file and upload it again.
		</Notice>
	);
}

function Sample({ review }: { review: FileReview }) {
	return (
		<Stack gap={2}>
			<Muted component="p">
				The first {review.sample.length === 1 ? 'row' : countOf(review.sample.length, 'row')} of the file
			</Muted>
			<ScrollTable label="First rows of the file" isOfData columns={review.columns.map(({ from }) => from)}>
				{review.sample.map((row, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
					<tr key={index}>
						{row.map((cell, at) => (
							<td key={review.columns[at]?.from}>{cell}</td>
						))}
					</tr>
				))}
			</ScrollTable>
		</Stack>
	);
}
