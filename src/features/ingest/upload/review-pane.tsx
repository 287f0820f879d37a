import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatCoordinate } from '#contract/dataset.ts';
import type { FileReview } from '#contract/file-ingestion.ts';
import type { IngestionMode } from '#contract/ingest.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { listUploadRecipes, type UploadRecipe } from '../../../storage/ingest-drafts.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { MultiChoice } from '../../../ui/primitives/multi-choice.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { Recipes } from '../instructions/recipes.tsx';
import { FirstItems, Pane, ScrollTable } from '../parts.tsx';
import { ChangeDestination } from './change-destination.tsx';
import { CleanValues } from './clean-values.tsx';
import { ColumnReview } from './column-review.tsx';
import { FileReading } from './file-reading.tsx';
import { LostValues } from './lost-values.tsx';
import {
	columnChanges,
	type Decisions,
	type Destination,
	existingModes,
	isDecided,
	isHalfCleaned,
	isOfFile,
	isOfOptions,
	readingQuestions,
	recipeOf,
	saveLabel,
} from './model.ts';
import { OutdatedReview } from './outdated-review.tsx';
import { ReadingOptions } from './reading-options.tsx';
import {
	ColumnChanges,
	DuplicateKeys,
	EmptyKeys,
	ExistingRows,
	type NoticeProps,
	RejectedLines,
} from './review-notices.tsx';
import type { Reviewed } from './reviewed.ts';
import classes from './upload.module.css';

interface ReviewPaneProps {
	readonly reviewed: Reviewed;
	readonly isSaving: boolean;
	readonly onDecide: (decisions: Decisions, anew?: boolean) => void;
	/** Absent if the service can't clean files. */
	readonly onClean: (() => void) | undefined;
	readonly onStopCleaning: () => void;
	readonly onDiscardCleaning: () => void;
	readonly onRecipe: (recipe: UploadRecipe | null) => void;
	readonly onRecipeDeleted: () => void;
	readonly onDestination: (destination: Destination) => void;
	/** Requests everything that won't be saved. */
	readonly onList: () => Promise<FileReview>;
	readonly onSave: () => void;
	/** Keeps the upload, to be continued. */
	readonly onLater: () => void;
	readonly onDiscard: () => void;
}

export function ReviewPane({
	reviewed,
	isSaving,
	onDecide,
	onClean,
	onStopCleaning,
	onDiscardCleaning,
	onRecipe,
	onRecipeDeleted,
	onDestination,
	onList,
	onSave,
	onLater,
	onDiscard,
}: ReviewPaneProps) {
	const { upload, destination, decisions, review, failure, isReviewing, isCleaning } = reviewed;
	const [isDiscarding, setDiscarding] = useState(false);
	const [isMoving, setMoving] = useState(false);
	const [isLeaving, setLeaving] = useState(false);
	// Effects of children come first: a recipe with a name is saved before.
	const leave = useEffectEvent(onLater);
	useEffect(() => {
		if (isLeaving) leave();
	}, [isLeaving]);
	const target = formatCoordinate(destination);
	const change = (part: Partial<Decisions>, anew = false) => onDecide({ ...decisions, ...part }, anew);
	const isUncleaned = isCleaning || isHalfCleaned(reviewed);
	const isReady =
		review !== null &&
		!reviewed.isAnew &&
		!isUncleaned &&
		!isMoving &&
		failure?.of !== 'review' &&
		review.problems.length === 0;
	const isUnreadable = review === null && failure?.of === 'review' && isOfFile(failure.error);
	const questions = review === null ? [] : readingQuestions(review);
	const problems = review?.problems.filter((problem) => !questions.includes(problem)) ?? [];
	const reading = (
		<FileReading id={upload.id} onStop={review === null ? onDiscard : undefined}>
			Reading all values in {upload.name}…
		</FileReading>
	);
	const retryOf = { save: onSave, clean: onClean ?? (() => change({})), review: () => change({}) };
	return (
		<>
			<Pane id="upload-review" title={isUnreadable ? upload.name : `${upload.name} into ${target}`}>
				{(review !== null || failure !== null) && !isUnreadable && !isSaving && !isCleaning && (
					<ChangeDestination destination={destination} onChange={onDestination} onEdit={setMoving} />
				)}
				{isReviewing && review === null && reading}
				{failure !== null && (
					<QueryErrorPanel
						title={isUnreadable ? `Couldn’t read ${upload.name}` : failureTitle(reviewed)}
						query={{
							error: failure.error,
							...(failure.of === 'target' || isUnreadable ? {} : { refetch: retryOf[failure.of] }),
						}}
					>
						{review === null && <SecondaryButton onClick={onDiscard}>Choose another file</SecondaryButton>}
						{isUnreadable && <Muted>Nothing was saved, and the file isn’t kept.</Muted>}
					</QueryErrorPanel>
				)}
				{review === null && isReviewing && <LoadingRows rows={4} />}
				{review === null && failure !== null && isOfOptions(failure.error, decisions) && (
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
						{isReviewing && !isCleaning ? (
							reading
						) : (
							<Muted component="p" role="status">
								{review.format}: {countOf(review.rows, 'row')}, {countOf(review.columns.length, 'column')}.{' '}
								{review.remarks.join(' ')}
								{reviewed.recipe !== '' && ` Recipe "${reviewed.recipe}" is applied.`}
							</Muted>
						)}
						{onClean !== undefined && (
							<CleanValues
								reviewed={reviewed}
								isDisabled={isSaving}
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
									onDeleted={onRecipeDeleted}
									isSaving={isSaving || isLeaving}
								/>
							)}
							<Choices
								reviewed={reviewed}
								review={review}
								canClean={onClean !== undefined}
								onList={onList}
								onChange={change}
							/>
						</Stack>
						{problems.length > 0 && (
							<Notice tone="warning" title="Problems to resolve before saving">
								<FirstItems
									items={problems}
									total={problems.length}
									most={10}
									item={(problem) => <li key={problem}>{problem}</li>}
								/>
							</Notice>
						)}
						<OutdatedReview reviewed={reviewed} />
						<Inline gap={3}>
							<Button
								variant={isMoving ? 'default' : 'filled'}
								aria-disabled={!isReady}
								loading={isSaving}
								onClick={() => isReady && !isSaving && onSave()}
							>
								{saveLabel(review, decisions)}
							</Button>
							<Button variant="default" disabled={isSaving} onClick={() => setLeaving(true)}>
								Continue later
							</Button>
							<Button variant="default" disabled={isSaving} onClick={() => setDiscarding(true)}>
								Discard upload…
							</Button>
							<ConfirmDialog
								opened={isDiscarding}
								title={`Discard upload of ${upload.name}?`}
								confirmLabel="Discard upload"
								tone="danger"
								onClose={() => setDiscarding(false)}
								onConfirm={onDiscard}
							>
								This deletes the uploaded file and your choices from the service. Datasets aren’t affected.
							</ConfirmDialog>
							{problems.length < review.problems.length && <Muted>First, choose how to read the file.</Muted>}
							{isMoving && <Muted>First, use the new destination or keep the current one.</Muted>}
							{isUncleaned && (
								<Muted>
									{isCleaning
										? 'You can save once cleaning is finished.'
										: 'Finish cleaning, or discard the cleaned values first.'}
								</Muted>
							)}
							{isSaving && <Muted role="status">Saving… You can leave this page.</Muted>}
							{decisions.mode === 'upsert' && review.effect.unchanged > 0 && (
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

interface ChoicesProps extends Pick<NoticeProps, 'review' | 'onList' | 'onChange'> {
	readonly reviewed: Reviewed;
	readonly canClean: boolean;
}

function Choices({ reviewed, review, canClean, onList, onChange }: ChoicesProps) {
	const { destination, dataset, decisions, isAnew, failure } = reviewed;
	const isFilled = decisions.mode === 'append' || decisions.mode === 'upsert';
	const questions = readingQuestions(review);
	return (
		<>
			{questions.length > 0 && (
				<Notice tone="warning" title="Choose how to read the file">
					{questions.map((question) => (
						<div key={question}>{question}</div>
					))}
				</Notice>
			)}
			<Inline gap={3} align="start">
				{dataset !== null && (
					<Choice
						label={`${formatCoordinate(destination)} already exists`}
						value={decisions.mode}
						onChange={(mode) => onChange({ mode: mode as IngestionMode }, true)}
						data={existingModes(dataset.rows)}
					/>
				)}
				{decisions.mode === 'upsert' && (
					<MultiChoice
						label="Key columns"
						w="17rem"
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
					{dataset !== null && (
						<LostValues
							review={review}
							decisions={decisions}
							lost={columnChanges(review, decisions, dataset.columns).lost}
							onChange={onChange}
						/>
					)}
					<RejectedLines review={review} decisions={decisions} onList={onList} onChange={onChange} />
					<ExistingRows dataset={destination} review={review} decisions={decisions} onChange={onChange} />
					<DuplicateKeys review={review} decisions={decisions} onChange={onChange} />
					<EmptyKeys review={review} decisions={decisions} onChange={onChange} />
					{dataset !== null && (
						<ColumnChanges {...columnChanges(review, decisions, dataset.columns)} mode={decisions.mode} />
					)}
					<ColumnReview
						review={review}
						existing={isFilled ? (dataset?.columns ?? null) : null}
						decisions={decisions}
						canClean={canClean}
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
	if (failure?.of === 'target') return 'Couldn’t change the destination';
	if (failure?.of === 'clean') return 'Cleaning was interrupted';
	return review === null ? 'Couldn’t read the file' : 'Couldn’t read the file with these options';
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
