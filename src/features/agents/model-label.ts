import * as z from 'zod/mini';

/** A model as the service names it. Empty text: the service's default. */
export const ModelChoice = z.object({ model: z.string(), provider: z.string() });
export type ModelChoice = z.infer<typeof ModelChoice>;

/** The built-in reader: questions stay within the service. */
export const builtin = 'builtin';

export const modelLabel = ({ model, provider }: ModelChoice): string =>
	provider === builtin ? 'Built-in reader' : `${provider.trim()} ${model.trim()}`.trim();
