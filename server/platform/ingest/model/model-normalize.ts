import type { Model } from '../../../models/model.ts';
import { became, type Change, shown } from '../normalize/change.ts';
import type { Normalized } from '../normalize/normalize.ts';
import { askModel } from './ask-model.ts';
import type { ModelContext } from './model-text.ts';
import { isSupported } from './supported.ts';

const task =
	'Write the values of all records consistently, following the schema and the instructions. Return only fields whose value changes, with the new value. Write dates as YYYY-MM-DD, and numbers without thousands separators or units, with a decimal point. Leave out values that are already right and values that you are not sure about.';

/**
 * Sends a model the records with uncertain values, or all if the instructions exceed what rules can do, and rejects values that the record doesn't
 * contain.
 */
export async function normalizeWithModel(
	model: Model,
	normalized: Normalized,
	context: ModelContext,
	beyond: boolean,
	signal: AbortSignal,
): Promise<Normalized & { readonly failure: string | null }> {
	const unsure = (index: number) => normalized.changes[index]?.some((change) => change.kind === 'unsure') ?? false;
	const wanted = normalized.rows.flatMap((values, index) =>
		beyond || unsure(index) ? [{ index, values: ownOf(values) }] : [],
	);
	const fields = [...new Set(wanted.flatMap((item) => Object.keys(item.values)))];
	const { answers, failure } = await askModel(model, task, { ...context }, wanted, fields, signal);
	const rows = normalized.rows.map((row) => ({ ...row }));
	const changes = normalized.changes.map((change) => [...change]);
	for (const [index, values] of answers) {
		for (const [field, value] of values) {
			const row = rows[index];
			if (row === undefined || !(field in row) || value === null) continue;
			const before = row[field];
			if (String(before) === value || typeof before === 'object') continue;
			const change = judge(field, before, value, model);
			if (change.kind === 'model') {
				row[field] = value;
				changes[index] = (changes[index] ?? []).filter((change) => change.field !== field || change.kind !== 'unsure');
			}
			changes[index]?.push(change);
		}
	}
	return { rows, changes, failure };
}

const ownOf = (values: Readonly<Record<string, unknown>>) =>
	Object.fromEntries(Object.entries(values).filter(([field]) => !field.startsWith('__')));

function judge(field: string, before: unknown, value: string, model: Model): Change {
	const who = `by the model ${model.name} (${model.provider})`;
	if (isSupported(value, String(before))) return { field, kind: 'model', words: became(before, value, who) };
	return {
		field,
		kind: 'refused',
		words: `${shown(value)}, suggested ${who} for ${shown(before)}, isn’t in the record, so the value wasn’t changed`,
	};
}
