import type { Model } from '../../../models/model.ts';
import { type Change, shown } from '../normalize/change.ts';
import { type Tabled, tableRow } from '../text/text-to-table.ts';
import { askModel, type FromModel } from './ask-model.ts';
import { isSupported } from './supported.ts';

type Values = Record<string, unknown>;

export interface ModelContext {
	readonly description: string;
	readonly instructions: string;
	readonly schema: Readonly<Record<string, string>>;
}

const task =
	'Each record contains text. Extract the fields that the schema describes. Return each field as written in the text, except for dates (YYYY-MM-DD), times (HH:MM) and numbers (without thousands separators, with a decimal point). Fields that the text does not mention are null.';

/** Has a model read the texts too: it fills in what rules didn't find and may correct what they did. Invented values are rejected. */
export async function tabulateWithModel(
	model: Model,
	records: readonly Values[],
	tabled: readonly (Tabled | null)[],
	context: ModelContext,
	signal: AbortSignal,
): Promise<{ rows: (Tabled | null)[]; failure: string | null }> {
	const fields = Object.keys(context.schema);
	const entries = tabled.flatMap((tabled, index) =>
		tabled === null ? [] : [{ index, values: { text: records[index]?.[tabled.source] } }],
	);
	const { answers, failure } = await askModel(model, task, { ...context }, entries, fields, signal);
	const merged = tabled.map((tabled, index) => {
		const answer = answers.get(index);
		return tabled === null || answer === undefined
			? tabled
			: merge(records[index] ?? {}, tabled, answer, fields, model);
	});
	return { rows: merged, failure };
}

function merge(record: Values, tabled: Tabled, given: FromModel, fields: readonly string[], model: Model): Tabled {
	const text = String(record[tabled.source]);
	const who = `by the model ${model.name} (${model.provider})`;
	const values: Values = {};
	const changes: Change[] = [];
	for (const field of fields) {
		const byRules = tabled.changes.filter((change) => change.field === field);
		const before = tabled.row[field] ?? null;
		const value = given.get(field)?.trim() ?? '';
		values[field] = before;
		if (value === '' || value === before || (before !== null && byRules.length === 0)) {
			changes.push(...byRules);
		} else if (isSupported(value, text)) {
			values[field] = value;
			const instead = before === null ? '' : `, but the rules read ${shown(before)}`;
			changes.push({ field, kind: 'model', words: `${shown(value)} was found in "${tabled.source}" ${who}${instead}` });
		} else {
			changes.push(...byRules, {
				field,
				kind: 'refused',
				words: `${shown(value)}, suggested ${who}, isn’t in "${tabled.source}", so it was ignored`,
			});
		}
	}
	return { ...tabled, row: tableRow(record, tabled.source, values), changes };
}
