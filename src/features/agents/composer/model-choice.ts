import * as z from 'zod/mini';

/** A model as the service names it; empty text leaves the choice to the service. */
export const ModelChoice = z.object({ model: z.string(), provider: z.string() });
export type ModelChoice = z.infer<typeof ModelChoice>;

export const ModelOptions = z.object({
	...ModelChoice.shape,
	/** Answers beside the first; null: one model alone. */
	second: z._default(z.nullable(ModelChoice), null),
	/** Rows come as a table in the text instead of as data. */
	isTextOnly: z._default(z.boolean(), false),
});
export type ModelOptions = z.infer<typeof ModelOptions>;

export const usualModel: ModelOptions = { model: '', provider: '', second: null, isTextOnly: false };

/** What needs no model: questions stay within the service. */
const builtin = 'builtin';

export const modelLabel = ({ model, provider }: ModelChoice): string => `${provider.trim()} ${model.trim()}`.trim();

/** The models that answer, as they are sent; the same one twice is asked once. */
export function chosenModels(options: ModelOptions): { model: string | null; provider: string | null }[] {
	const all = options.second === null ? [options] : [options, options.second];
	const different = all.filter(
		(candidate, at) => all.findIndex((other) => modelLabel(other) === modelLabel(candidate)) === at,
	);
	return different.map((item) => ({ model: item.model.trim() || null, provider: item.provider.trim() || null }));
}

/** To whom data leaves the service with the next question, as far as it was chosen here; null: to nobody. */
export function leavesFor(options: ModelOptions): string | null {
	const named = chosenModels(options).flatMap(({ model, provider }) =>
		provider === builtin ? [] : (provider ?? model ?? []),
	);
	return named.length === 0 ? null : [...new Set(named)].join(' and ');
}
