import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { coordinateKey } from '#contract/dataset.ts';
import { type FileReview, maxListed, type ReviewRequest } from '#contract/file-ingestion.ts';
import { listText } from '#lib/text/list-text.ts';
import { EngineError } from '../../engine/errors.ts';
import { count } from '../../engine/format.ts';
import { isSameReading } from '../../engine/reading-options.ts';
import { allRemarks } from '../../engine/remarks.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { type FilePlan, ingestions } from '../../store/catalog/schema/ingestions.ts';
import { assertMayWriteDataset, type DatasetRow } from '../access/dataset-access.ts';
import { assertMayKeep } from '../access/quotas.ts';
import type { Caller } from '../core/caller.ts';
import { conflict, invalid } from '../core/service-error.ts';
import { assertStorable, storable, unstorableAt } from '../core/storable.ts';
import { readingDatasets } from '../parts/corrupt-data.ts';
import type { Platform } from '../state/platform.ts';
import { baseParts } from './base.ts';
import { basisOf } from './basis.ts';
import { assertOpen, assertReceived } from './chunks.ts';
import { cleaningProblem, presentCleaning } from './cleaning.ts';
import { assertCorrections, assertPlan, assertUsed, sureOptions, unsureOptions } from './file-plan.ts';
import { findOwn } from './find.ts';
import { decidedAsBefore, planBefore } from './last-plan.ts';
import { readUpload } from './load-rows.ts';
import { sameFileSaved } from './saved-before.ts';
import { targetDataset } from './start.ts';
import { engineText } from './stopped.ts';

/** Reads the file as requested, and keeps those settings for the commit. @throws ServiceError */
export async function reviewFile(
	platform: Platform,
	caller: Caller,
	id: string,
	wanted: ReviewRequest & Pick<FilePlan, 'isOneRequest'>,
	signal: AbortSignal,
): Promise<FileReview> {
	assertStorable('columns', wanted.columns ?? []);
	assertStorable('fixedLines', wanted.fixedLines ?? []);
	assertStorable('key', wanted.key ?? []);
	assertStorable('recipe', wanted.recipe ?? '');
	assertStorable('options', wanted.options ?? {});
	assertCorrections(wanted);
	const { db } = platform.catalog;
	const found = await findOwn(db, caller, id);
	assertOpen(found);
	const earlier = found.row.plan;
	// Line numbers don't carry over to another file of an archive.
	const isSameFile = wanted.options === undefined || wanted.options.entry === earlier?.options?.entry;
	const lines = isSameFile ? earlier : null;
	const fixedLines = wanted.fixedLines ?? lines?.fixedLines ?? [];
	// Lines with changed replacements have values that weren't cleaned.
	const isOther = !isDeepStrictEqual(fixedLines, found.row.plan?.fixedLines ?? []);
	const row = wanted.withoutCleaning === true || isOther ? { ...found.row, cleaning: null } : found.row;
	if (row.file === null) throw conflict('This ingestion takes rows, not a file. Commit it without a review.');
	if (row.chunks === 0)
		throw invalid([
			{
				code: 'REQUIRED',
				path: 'piece.1',
				message: 'The file hasn’t been uploaded yet. Upload it first.',
			},
		]);
	assertReceived(row);
	const target = wanted.target ?? found.target;
	const namespaceId = await assertMayWriteDataset(db, caller, target);
	const mode = wanted.mode ?? row.mode;
	await assertMayKeep(db, platform, namespaceId);
	const before = await targetDataset(db, namespaceId, target, mode);
	const isSameTarget = mode === row.mode && coordinateKey(target) === coordinateKey(found.target);
	const columnsWanted = wanted.columns ?? (isSameTarget && wanted.options === undefined ? keptColumns(row.plan) : null);
	const of = { namespaceId, dataset: before?.name ?? target.datasetName, plan: null };
	const last = columnsWanted === null ? await planBefore(platform, of, before) : null;
	const recipe = wanted.recipe ?? row.plan?.recipe ?? '';
	const chosen = wanted.options ?? earlier?.chosen ?? {};
	const plan: FilePlan = {
		chosen,
		options: wanted.options ?? (row.plan === null ? {} : sureOptions(row.plan)),
		columns: columnsWanted,
		skipLines: wanted.skipLines ?? lines?.skipLines ?? false,
		duplicates: wanted.duplicates ?? row.plan?.duplicates ?? 'refuse',
		emptyKeys: wanted.emptyKeys ?? row.plan?.emptyKeys ?? 'refuse',
		existingRows: wanted.existingRows ?? row.plan?.existingRows ?? 'add',
		newColumns: wanted.newColumns ?? row.plan?.newColumns ?? 'skip',
		...(fixedLines.length === 0 ? {} : { fixedLines }),
		...(recipe === '' ? {} : { recipe }),
		...(wanted.isOneRequest === true || earlier?.isOneRequest === true ? { isOneRequest: true } : {}),
	};
	const key = wanted.key ?? row.key;
	assertPlan(wanted.columns ?? [], mode === 'replace' ? null : before, mode === 'upsert' ? (key ?? []) : []);
	const base = await baseParts(platform, before, mode, plan);
	const wantedRow = { ...row, plan, mode, key, namespaceId, dataset: before?.name ?? target.datasetName };
	const loading = { found: { ...found, row: wantedRow, target }, before, base, last, signal };
	const objects = [...base.rewritten, ...(base.compared ?? [])].map((part) => part.sha256);
	const { review, isCleaned, unused, dispose } = await readingDatasets(
		platform,
		[{ coordinate: target, objects }],
		() => readUpload(platform, caller, loading, false, wanted.listed ?? maxListed),
	).catch((error: unknown) => {
		throw error instanceof EngineError ? unreadable(error) : error;
	});
	await dispose();
	assertUsed(wanted, earlier, unused);
	assertNamesStorable(review);
	const asBefore = decidedAsBefore(last, review.columns);
	const columns = plan.columns ?? asBefore;
	const decided = {
		...plan,
		options: review.options,
		unsure: unsureOptions(review, chosen),
		columns: review.columns.map(({ from, column, type, format, ambiguous, isNew = false }) => {
			const known = columns?.find((item) => item.from === from);
			const found = { ...(isNew ? { isNew } : {}), ...(format === null || ambiguous ? {} : { format }) };
			return { ...known, from, column, type, ...found };
		}),
		wanted: columns,
		remarks: [
			...allRemarks(review),
			...typeRemarks(review, mode === 'replace' ? before : null),
			...existingRemark(review, plan),
			...emptiedRemark(review),
		],
	} satisfies FilePlan;
	// Cleaning doesn't apply to another reading of the file.
	let dropped: { cleaning?: null } = isCleaned ? {} : { cleaning: null };
	const save = async (tx: Db) => {
		await tx.select({ id: ingestions.id }).from(ingestions).where(eq(ingestions.id, id)).for('update');
		const now = await findOwn(tx, caller, id);
		assertOpen(now);
		// A cleaning that started in the meantime wasn't part of this review.
		const began = found.row.cleaning === null && wanted.withoutCleaning !== true && !isOther ? now.row.cleaning : null;
		if (began !== null && isSameReading(began.options, review.options)) dropped = {};
		const { dataset } = wantedRow;
		const updatedAt = platform.now();
		await tx
			.update(ingestions)
			.set({ plan: decided, mode, key, namespaceId, dataset, updatedAt, ...dropped })
			.where(eq(ingestions.id, id));
	};
	// A request that only lists more of the findings decides nothing, and must not undo concurrent decisions.
	const isList = wanted.listed !== undefined && Object.keys(wanted).length === 1 && row.plan !== null;
	if (!isList) await platform.catalog.write(save);
	const reviewedRow = { ...wantedRow, plan: decided, ...dropped };
	const savedBefore = await sameFileSaved(platform, reviewedRow, before);
	const unfinished = cleaningProblem(reviewedRow);
	return {
		...review,
		problems: [...review.problems, ...(unfinished === null ? [] : [unfinished])],
		cleaning: presentCleaning(reviewedRow),
		basis: basisOf(reviewedRow, before),
		decided: {
			...{ target, mode, options: chosen, skipLines: plan.skipLines },
			...(key === null ? {} : { key }),
			...(plan.duplicates === 'refuse' ? {} : { duplicates: plan.duplicates }),
			...(plan.emptyKeys === 'skip' ? { emptyKeys: plan.emptyKeys } : {}),
			...(plan.existingRows === 'skip' ? { existingRows: plan.existingRows } : {}),
			...(recipe === '' ? {} : { recipe }),
			...(fixedLines.length === 0 ? {} : { fixedLines: [...fixedLines] }),
			...(columns === null ? {} : { columns: [...columns] }),
		},
		...(last === null ? {} : { before: { mode: last.mode, key: [...(last.key ?? [])] } }),
		...(savedBefore === null ? {} : { savedBefore }),
		cleansAsBefore: asBefore !== null && last?.isCleaned === true,
	};
}

/** For those who don't see the review: which rows are twice in the dataset now. */
function existingRemark({ existingRows, rows }: FileReview, plan: FilePlan): string[] {
	const total = existingRows?.total ?? 0;
	if (total === 0 || plan.existingRows === 'skip') return [];
	const [of, is] = [`${total.toLocaleString('en')} of ${rows.toLocaleString('en')}`, total === 1 ? 'was' : 'were'];
	return [
		`${of} ${rows === 1 ? 'row' : 'rows'} ${is} already in the dataset and ${is} added again. To skip such rows, use existingRows=skip.`,
	];
}

/** For those who don't see the review: how many values are gone now. */
function emptiedRemark({ emptied = [] }: FileReview): string[] {
	if (emptied.length === 0) return [];
	const total = emptied.reduce((sum, { values }) => sum + values, 0);
	const names = emptied.slice(0, 10).map(({ column }) => `"${column}"`);
	const where = listText(emptied.length > 10 ? [...names, 'others'] : names);
	return [
		`${count(total, 'existing value was', 'existing values were')} removed from ${where}, because the file has no value there.`,
	];
}

/** For those who don't see the review: which columns are text because their values are ambiguous, and which ones change their type. */
function typeRemarks({ columns }: FileReview, replaced: DatasetRow | null): string[] {
	return columns.flatMap(({ from, column, type, ambiguous }) => {
		const before = replaced?.columns.find(({ name }) => name === column)?.type ?? type;
		return [
			...(column !== '' && ambiguous && type === 'VARCHAR'
				? [
						`Column "${from}": the values can be read in several ways, so they stay text. To save them as numbers or dates, set decimal or dateOrder.`,
					]
				: []),
			...(before === type ? [] : [`Column "${column}" was ${before} before, and is ${type} now.`]),
		];
	});
}

/** @throws ServiceError */
function assertNamesStorable({ columns }: FileReview): void {
	const odd = columns.find(({ from }) => unstorableAt(from) >= 0);
	if (odd === undefined) return;
	const message = `The column name "${storable(odd.from)}" contains a character that can’t be stored: NUL or an unpaired surrogate. Rename the column in the file.`;
	throw invalid([{ code: 'INVALID_VALUE', path: 'file', message }]);
}

/** As requested, so that detection runs again with the same input. */
const keptColumns = (plan: FilePlan | null) => (plan?.wanted === undefined ? (plan?.columns ?? null) : plan.wanted);

function unreadable(error: EngineError): Error {
	if (error.code !== 'SQL_ERROR') return conflict(engineText(error));
	const path = error.message.includes('Choose the delimiter') ? 'options.delimiter' : 'file';
	return invalid([{ code: 'INVALID_VALUE', path, message: error.message }]);
}
