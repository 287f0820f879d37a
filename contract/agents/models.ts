import * as z from 'zod/mini';
import { NamespacePath } from '../namespace.ts';
import type { Operation } from '../operation.ts';

/** A language model as named in messages. Provider `builtin` with an empty model is the built-in reader. */
export const ModelName = z.object({ provider: z.string(), model: z.string() });
export type ModelName = z.infer<typeof ModelName>;

const amount = z.nullable(z.number());

/** Limits on language models; null: unlimited. Costs are in `currency`. */
export const ModelLimits = z.looseObject({
	questionSeconds: amount,
	questionSteps: z.int(),
	questionTokens: amount,
	questionCost: amount,
	dayTokens: amount,
	dayCost: amount,
});
export type ModelLimits = z.infer<typeof ModelLimits>;

export const NamespaceModelsEdit = z.object({
	allowed: z.boolean(),
	/** Answers questions that name no model. Null: the service's default. */
	chosen: z.nullable(ModelName),
});
export type NamespaceModelsEdit = z.infer<typeof NamespaceModelsEdit>;

export const NamespaceModels = z.looseObject({
	...NamespaceModelsEdit.shape,
	/** The model that answers the caller's questions by default. Null: the built-in reader. */
	answers: z.nullable(ModelName),
	models: z.array(ModelName),
	limits: ModelLimits,
	/** Usage by the caller's questions today (UTC). */
	usedToday: z.looseObject({ tokens: z.number(), cost: z.number() }),
	currency: z.string(),
});
export type NamespaceModels = z.infer<typeof NamespaceModels>;

export const getNamespaceModels = {
	id: 'getNamespaceModels',
	summary: 'Get the language models and limits for questions about a namespace',
	tier: 'namespace-models/1',
	method: 'GET',
	path: '/namespaces/{username}/{namespace}/models',
	params: NamespacePath,
	status: 200,
	result: NamespaceModels,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

export const putNamespaceModels = {
	id: 'putNamespaceModels',
	summary: 'Set whether language models can read a namespace, and the default model (owner only)',
	tier: 'namespace-models/1',
	method: 'PUT',
	path: '/namespaces/{username}/{namespace}/models',
	params: NamespacePath,
	body: NamespaceModelsEdit,
	status: 200,
	result: NamespaceModels,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;
