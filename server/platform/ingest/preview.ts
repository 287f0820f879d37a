import {
	linkNote,
	metadataPrefix,
	normalizeNote,
	type PreviewRequest,
	previewNote,
	textToTableNote,
} from '#contract/ingest.ts';
import { createYield } from '#lib/concurrency/yield.ts';
import type { Model } from '../../models/model.ts';
import { checkRecords } from './check-records.ts';
import { matchRecords } from './match-records.ts';
import { normalizeWithModel } from './model/model-normalize.ts';
import { tabulateWithModel } from './model/model-text.ts';
import { type Change, noteOf } from './normalize/change.ts';
import { prepareCountries } from './normalize/countries.ts';
import { readInstructions } from './normalize/instructions.ts';
import { normalize } from './normalize/normalize.ts';
import { missingFields, unreadFields, withoutEffect } from './not-applied.ts';
import { toSameShape } from './same-shape.ts';
import { tabulate } from './text/text-to-table.ts';
import type { ValueLookup } from './value-lookup.ts';

type Values = Record<string, unknown>;

/** Time limit for all model requests together, as a multiple of the limit for one. */
const modelShare = 2;

export interface PreviewMeans {
	/** Null: rules only. */
	readonly model: Model | null;
	/** Time limit for one model request, ms. */
	readonly modelDeadlineMs: number;
	readonly lookup: ValueLookup;
	/** Aborts when nobody waits anymore. */
	readonly signal: AbortSignal;
}

/** What an ingestion would make of records, row n from record n; nothing is saved. @throws ServiceError */
export async function preview(
	request: PreviewRequest,
	{ model, modelDeadlineMs, lookup, signal }: PreviewMeans,
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
	const { rules, followed, beyond } = readInstructions(context.instructions);
	const deadline = AbortSignal.any([signal, AbortSignal.timeout(modelShare * modelDeadlineMs)]);

	const byRules = await tabulate(records, context.schema, yieldToEventLoop);
	const tabled =
		model === null
			? { rows: byRules, failure: null }
			: await tabulateWithModel(model, records, byRules, context, deadline);
	const table = tabled.rows.map((row, index) => row?.row ?? records[index] ?? {});
	const tidied = await normalize(table, context.schema, rules, yieldToEventLoop);
	const normalized =
		model === null
			? { ...tidied, failure: null }
			: await normalizeWithModel(model, tidied, context, beyond.length > 0, deadline);
	signal.throwIfAborted();
	const matched = await matchRecords(normalized.rows, request.link ?? {}, lookup, yieldToEventLoop);

	const failures = new Set([tabled.failure, normalized.failure].filter((value) => value !== null));
	const general = [
		...missingFields(context.schema, table),
		...unreadFields(context.schema, normalized.rows),
		...(model === null ? beyond.map(notFollowed) : []),
		...withoutEffect(followed, normalized.changes),
		...matched.general,
		...[...failures].map(failed),
	];
	const shaped = await toSameShape(normalized.rows, yieldToEventLoop);
	return shaped.map((row, index) => ({
		...row,
		...note(textToTableNote, tabled.rows[index]?.changes ?? [], model),
		...note(normalizeNote, normalized.changes[index] ?? [], model),
		...note(linkNote, matched.changes[index] ?? [], null),
		...(index === 0 ? note(previewNote, general, null) : {}),
	}));
}

/** Notes of an earlier preview aren't part of a record. */
const withoutNotes = (record: Values): Values =>
	Object.fromEntries(Object.entries(record).filter(([field]) => !field.startsWith(metadataPrefix)));

function note(name: string, changes: readonly Change[], model: Model | null): Values {
	if (changes.length === 0) return {};
	const both = model !== null && changes.some((change) => change.kind === 'model' || change.kind === 'refused');
	return {
		[name]: noteOf(
			both ? `Processed by rules and the model ${model.name} (${model.provider})` : 'Processed by rules',
			changes,
		),
	};
}

const notFollowed = (sentence: string): Change => ({
	field: 'instructions',
	kind: 'instruction',
	words: `${JSON.stringify(sentence)} wasn’t followed because no language model was used`,
});

const failed = (words: string): Change => ({
	field: 'model',
	kind: 'instruction',
	words: `${words} Only rules were used where the model didn’t answer.`,
});
