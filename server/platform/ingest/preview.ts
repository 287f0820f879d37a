import { linkNote, metadataPrefix, normalizeNote, type PreviewRequest, textToTableNote } from '#contract/ingest.ts';
import { createYield } from '#lib/concurrency/yield.ts';
import type { Model } from '../../models/model.ts';
import { type Change, noteOf } from './change.ts';
import { checkRecords } from './check-records.ts';
import { readInstructions } from './instructions.ts';
import type { Looking } from './link/looking.ts';
import { matchRecords } from './link/match-records.ts';
import { normalizeWithModel } from './model/model-normalize.ts';
import { type ModelContext, tabulateWithModel } from './model/model-text.ts';
import { prepareCountries } from './normalize/countries.ts';
import { type Normalized, normalize } from './normalize/normalize.ts';
import { type Tabled, tabulate } from './text/text-to-table.ts';

type Values = Record<string, unknown>;

/** Longest that all questions to a model may take together, in shares of what one may take. */
const modelShare = 2;

/** What a preview is made with. */
export interface PreviewMeans {
	/** Null: by rules alone. */
	readonly model: Model | null;
	/** Longest that one question to the model may take, ms. */
	readonly modelDeadlineMs: number;
	readonly looking: Looking;
	/** Aborted when nobody waits any more. */
	readonly signal: AbortSignal;
}

/**
 * What an ingestion would make of records: texts become fields, values are written alike, and what they match is noted. Row n
 * of the answer comes from record n. Nothing is saved.
 * @throws ServiceError
 */
export async function preview(
	request: PreviewRequest,
	{ model, modelDeadlineMs, looking, signal }: PreviewMeans,
): Promise<Values[]> {
	checkRecords(request);
	const yieldToEventLoop = createYield(signal);
	await prepareCountries(yieldToEventLoop);
	const records = request.data.map(withoutNotes);
	const context = {
		description: request.description ?? '',
		instructions: request.instructions ?? '',
		schema: request.schema ?? {},
	};
	const { rules, beyond } = readInstructions(context.instructions);
	const deadline = AbortSignal.any([signal, AbortSignal.timeout(modelShare * modelDeadlineMs)]);

	const tabled = await readTexts(records, context, model, yieldToEventLoop, deadline);
	const table = tabled.rows.map((it, index) => it?.row ?? records[index] ?? {});
	const byRules = await normalize(table, context.schema, rules, yieldToEventLoop);
	const normalized = await improve(byRules, context, model, beyond.length > 0, deadline);
	signal.throwIfAborted();
	const matched = request.link ? await matchRecords(normalized.done.rows, request.link, looking, yieldToEventLoop) : [];

	const failures = new Set([tabled.failure, normalized.failure].filter((it) => it !== null));
	const general = [...unheeded(beyond, model, normalized.asked), ...[...failures].map(failed)];
	const rows = normalized.done.rows.map((row, index) => {
		const changes = normalized.done.changes[index] ?? [];
		return {
			...row,
			...note(textToTableNote, tabled.rows[index]?.changes ?? [], model, []),
			...note(normalizeNote, changes, model, general),
			...note(linkNote, matched[index] ?? [], null, []),
		};
	});
	return sayAtLeastOnce(rows, general);
}

async function readTexts(
	records: Values[],
	context: ModelContext,
	model: Model | null,
	yieldToEventLoop: () => Promise<void>,
	signal: AbortSignal,
): Promise<{ rows: (Tabled | null)[]; failure: string | null }> {
	const rows = await tabulate(records, context.schema, yieldToEventLoop);
	if (model === null || rows.every((it) => it === null)) return { rows, failure: null };
	const { tabled, failure } = await tabulateWithModel(model, records, rows, context, signal);
	return { rows: tabled, failure };
}

async function improve(
	normalized: Normalized,
	context: ModelContext,
	model: Model | null,
	beyond: boolean,
	signal: AbortSignal,
) {
	if (model === null) return { done: normalized, failure: null, asked: false };
	const { normalized: done, failure } = await normalizeWithModel(model, normalized, context, beyond, signal);
	return { done, failure, asked: true };
}

/** Notes of an earlier preview are not part of a record. */
const withoutNotes = (record: Values): Values =>
	Object.fromEntries(Object.entries(record).filter(([field]) => !field.startsWith(metadataPrefix)));

function note(name: string, changes: readonly Change[], model: Model | null, general: readonly Change[]): Values {
	if (changes.length === 0) return {};
	const both = model !== null && changes.some((it) => it.kind === 'model' || it.kind === 'refused');
	return {
		[name]: noteOf(both ? `By rules and the model ${model.name} of ${model.provider}` : 'By rules', [
			...changes,
			...general,
		]),
	};
}

const unheeded = (beyond: readonly string[], model: Model | null, asked: boolean): Change[] =>
	model !== null && asked
		? []
		: beyond.map((it) => ({
				field: 'instructions',
				kind: 'instruction',
				words: `${JSON.stringify(it)} was not followed: rules cannot, and no language model was used`,
			}));

const failed = (words: string): Change => ({
	field: 'model',
	kind: 'instruction',
	words: `${words} Rules alone were used where it gave no answer.`,
});

/** What concerns all records is said on the first one where no other was touched. */
function sayAtLeastOnce(rows: Values[], general: readonly Change[]): Values[] {
	const [first, ...others] = rows;
	if (first === undefined || general.length === 0 || rows.some((it) => normalizeNote in it)) return rows;
	return [{ ...first, [normalizeNote]: noteOf('By rules', general) }, ...others];
}
