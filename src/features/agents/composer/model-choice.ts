import * as z from 'zod/mini';
import type { ModelName, NamespaceModels } from '#contract/agents/models.ts';
import { builtin, ModelChoice, modelLabel } from '../model-label.ts';

export const ModelOptions = z.object({
	...ModelChoice.shape,
	/** Answers side by side with the first; null: one model only. */
	second: z._default(z.nullable(ModelChoice), null),
	/** Rows come as a table in the text, not as data. */
	isTextOnly: z._default(z.boolean(), false),
});
export type ModelOptions = z.infer<typeof ModelOptions>;

const usual: ModelChoice = { model: '', provider: '' };
export const usualModel: ModelOptions = { ...usual, second: null, isTextOnly: false };

/** Options restricted to the models a namespace allows; others fall back to the service's default. */
export function allowedOptions(options: ModelOptions, models: NamespaceModels | undefined): ModelOptions {
	if (models === undefined) return options;
	const allowed = (choice: ModelChoice): ModelChoice => {
		const isThere = models.models.some(({ provider, model }) => provider === choice.provider && model === choice.model);
		return models.allowed && (isThere || choice.provider === builtin) ? choice : usual;
	};
	return { ...options, ...allowed(options), second: options.second === null ? null : allowed(options.second) };
}

/** The requested models; duplicates are asked once. */
export function chosenModels(options: ModelOptions): { model: string | null; provider: string | null }[] {
	const all = options.second === null ? [options] : [options, options.second];
	const different = all.filter(
		(candidate, at) => all.findIndex((other) => modelLabel(other) === modelLabel(candidate)) === at,
	);
	return different.map((item) => ({ model: item.model.trim() || null, provider: item.provider.trim() || null }));
}

/** The models that will answer, if known; null for the built-in reader. */
export function answeringModels(options: ModelOptions, models: NamespaceModels | undefined): (ModelName | null)[] {
	return chosenModels(options).flatMap(({ provider, model }) => {
		if (provider === builtin) return [null];
		if (provider !== null || model !== null) return [{ provider: provider ?? '', model: model ?? '' }];
		return models === undefined ? [] : [models.answers];
	});
}
