import * as z from 'zod/mini';
import type { Log } from '../logging/log.ts';
import type { ProviderSettings } from '../settings/settings.ts';
import { type Model, ModelError, type ModelQuestion } from './model.ts';

/** What a model makes up, at most; a longer answer is cut off by its provider and then no answer. */
const maxTokens = 8_192;
/** A model that answers beside the point is asked once more. */
const tries = 2;

/** A model behind an OpenAI-compatible address. What speaks to it is loaded when it is asked first. */
export function openModel(provider: ProviderSettings, name: string, deadlineMs: number, log: Log): Model {
	return {
		provider: provider.name,
		name,
		async answer<T>(question: ModelQuestion<T>): Promise<T> {
			const deadline = AbortSignal.timeout(deadlineMs);
			const signal = AbortSignal.any([question.signal, deadline]);
			for (let attempt = 1; ; attempt++) {
				try {
					return await ask(provider, name, { ...question, signal });
				} catch (error) {
					question.signal.throwIfAborted();
					if (deadline.aborted) throw new ModelError(late(provider, name, deadlineMs));
					const { message, beside } = await explain(error, provider, name, log);
					if (!beside || attempt === tries) throw new ModelError(message, { cause: error });
				}
			}
		},
	};
}

async function ask<T>(provider: ProviderSettings, name: string, question: ModelQuestion<T>): Promise<T> {
	const [{ generateText, jsonSchema, Output }, { createOpenAICompatible }] = await load();
	const { baseUrl, apiKey, structured } = provider;
	const models = createOpenAICompatible({
		name: provider.name,
		baseURL: baseUrl,
		supportsStructuredOutputs: structured,
		...(apiKey === null ? {} : { apiKey }),
	});
	const { $schema: _, ...shape } = z.toJSONSchema(question.schema, { io: 'output' });
	const schema = jsonSchema<T>(shape as Parameters<typeof jsonSchema>[0], {
		validate: (value) => {
			const parsed = question.schema.safeParse(value);
			return parsed.success ? { success: true, value: parsed.data } : { success: false, error: parsed.error };
		},
	});
	const instructions = structured
		? question.instructions
		: `${question.instructions}\n\nAnswer with one JSON object and nothing else, as this JSON Schema says:\n${JSON.stringify(shape)}`;
	const { output } = await generateText({
		model: models(name),
		instructions,
		prompt: question.prompt,
		output: Output.object({ schema, name: question.name }),
		abortSignal: question.signal,
		maxOutputTokens: maxTokens,
		maxRetries: 1,
		...(provider.temperature === null ? {} : { temperature: provider.temperature }),
	});
	return output;
}

let loaded: ReturnType<typeof importBoth> | undefined;
const importBoth = () => Promise.all([import('ai'), import('@ai-sdk/openai-compatible')]);

function load(): ReturnType<typeof importBoth> {
	Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
	loaded ??= importBoth();
	return loaded;
}

const late = (provider: ProviderSettings, name: string, deadlineMs: number): string =>
	`The model ${name} of ${provider.name} did not answer within ${deadlineMs / 1_000} seconds. Try again, or choose another model.`;

/** An error in words, and whether it means that the model answered something else than it was asked for. */
async function explain(error: unknown, provider: ProviderSettings, name: string, log: Log) {
	const [{ APICallError, NoObjectGeneratedError, RetryError }] = await load();
	const who = `The model ${name} of ${provider.name}`;
	const cause = RetryError.isInstance(error) ? error.lastError : error;
	if (APICallError.isInstance(cause)) {
		// What the provider says of it may repeat what it was asked.
		log.error(`model ${name} of ${provider.name}: status ${cause.statusCode ?? 'none'}, ${cause.name}`);
		const why = cause.statusCode === undefined ? 'cannot be reached' : `answered with status ${cause.statusCode}`;
		return { message: `${who} ${why}. Try again, or choose another model.`, beside: false };
	}
	const beside = NoObjectGeneratedError.isInstance(cause) || isNoOutput(cause);
	if (beside) return { message: `${who} did not answer in the form it was asked for.`, beside };
	return { message: `${who} could not be asked: ${shorten(cause)}.`, beside: false };
}

const isNoOutput = (error: unknown): boolean =>
	error instanceof Error && /NoOutputGenerated|TypeValidation|JSONParse/.test(error.name);

const shorten = (error: unknown): string =>
	(error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 200);
