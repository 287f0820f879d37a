import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Log } from '../logging/log.ts';
import type { ProviderSettings } from '../settings/settings.ts';
import type { Meter } from './meter.ts';
import { type Model, ModelError, type ModelQuestion, type ModelText } from './model.ts';

/** A temporary failure is retried once, after the provider's suggested delay or else this one, ms. */
const [tries, backoffMs] = [2, 1_000];
const charactersOfToken = 4;

interface Called<T> {
	readonly value: T;
	readonly input: number | undefined;
	readonly output: number | undefined;
}

/** Limits of a call: its deadline and maximum tokens. */
interface Call {
	readonly signal: AbortSignal;
	readonly maxOutputTokens: number;
}

interface Opened {
	readonly provider: ProviderSettings;
	readonly name: string;
	readonly deadlineMs: number;
	readonly meter: Meter;
	readonly log: Log;
}

/** A model behind an OpenAI-compatible URL. The client library is loaded on first use. */
export const openModel = (model: Opened): Model => ({
	provider: model.provider.name,
	name: model.name,
	answer: (question) => withRetry(model, question, (call) => askObject(model, question, call)),
	async write(text) {
		let received = 0;
		const onText = (piece: string) => {
			received += piece.length;
			return text.onText(piece);
		};
		const write = (call: Call) => streamText(model, { ...text, onText }, call);
		return await withRetry(model, text, write, () => received);
	},
});

/** @param received number of characters already shown, after which a retry isn't possible */
async function withRetry<T>(
	{ provider, name, deadlineMs, meter, log }: Opened,
	{ instructions, prompt, signal: asked }: Pick<ModelText, 'instructions' | 'prompt' | 'signal'>,
	call: (call: Call) => Promise<Called<T>>,
	received: () => number = () => 0,
): Promise<T> {
	const who = `${name} (${provider.name})`;
	const promptTokens = Math.ceil((instructions.length + prompt.length) / charactersOfToken);
	const maxMs = Math.min(deadlineMs, Math.max(1, meter.timeLeft()));
	const deadline = AbortSignal.timeout(maxMs);
	const signal = AbortSignal.any([asked, deadline]);
	const ends = performance.now() + maxMs;
	for (let attempt = 1; ; attempt++) {
		const maxOutputTokens = await meter.admit(promptTokens);
		try {
			const { value, input = promptTokens, output = 0 } = await call({ signal, maxOutputTokens });
			await count(meter, provider, name, input, output);
			return value;
		} catch (error) {
			const { used, waitMs, ...failure } = await explain(error, deadline.aborted ? maxMs : null);
			// Usage counts even if the call was aborted.
			if (used !== undefined || signal.aborted || received() > 0) {
				const output = used?.output ?? Math.ceil(received() / charactersOfToken);
				await count(meter, provider, name, used?.input ?? promptTokens, output);
			}
			asked.throwIfAborted();
			// The provider's message may repeat the prompt.
			log.error(`model ${who}: ${failure.kind}${failure.status === null ? '' : `, status ${failure.status}`}`);
			const isOver = attempt === tries || received() > 0 || waitMs === null || performance.now() + waitMs >= ends;
			if (isOver) throw new ModelError(failure.kind, `The model ${who} ${failure.message}.`, failure);
			await wait(waitMs, undefined, { signal: asked });
		}
	}
}

function count(meter: Meter, { prices }: ProviderSettings, name: string, input: number, output: number) {
	const price = prices[name] ?? { input: 0, output: 0 };
	return meter.count({ tokens: input + output, cost: (input * price.input + output * price.output) / 1_000_000 });
}

async function askObject<T>(model: Opened, question: ModelQuestion<T>, call: Call): Promise<Called<T>> {
	const { generateText, jsonSchema, Output } = (await load()).ai;
	const { structured } = model.provider;
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
	const { output, totalUsage } = await generateText({
		...(await optionsOf(model, call, true)),
		instructions,
		prompt: question.prompt,
		output: Output.object({ schema, name: question.name }),
	});
	return { value: output, input: totalUsage.inputTokens, output: totalUsage.outputTokens };
}

/** Returns whether the text is complete. */
async function streamText(
	model: Opened,
	{ instructions, prompt, onText }: ModelText,
	call: Call,
): Promise<Called<boolean>> {
	const { ai } = await load();
	let length = 0;
	const options = await optionsOf(model, call, false);
	// Errors are reported as parts of the stream.
	const { stream } = ai.streamText({ ...options, instructions, prompt, onError: () => undefined });
	for await (const part of stream) {
		if (part.type === 'text-delta' && part.text !== '') {
			length += part.text.length;
			await onText(part.text);
		} else if (part.type === 'error') throw part.error;
		else if (part.type === 'abort') throw call.signal.reason;
		else if (part.type === 'finish') {
			const { finishReason, totalUsage } = part;
			const { inputTokens: input, outputTokens = Math.ceil(length / charactersOfToken) } = totalUsage;
			const used = { input, output: outputTokens };
			const isWhole = finishReason === 'stop';
			if (length === 0) throw new BesidePoint(used);
			if (!isWhole && finishReason !== 'length') throw new CutOff(used);
			return { value: isWhole, ...used };
		}
	}
	throw new CutOff({ input: undefined, output: Math.ceil(length / charactersOfToken) });
}

/** A response that isn't text, or breaks off. */
class NoText extends Error {
	readonly used: Pick<Called<never>, 'input' | 'output'>;

	constructor(used: NoText['used']) {
		super();
		this.used = used;
	}
}
class BesidePoint extends NoText {}
class CutOff extends NoText {}

async function optionsOf({ provider, name }: Opened, call: Call, isJson: boolean) {
	const { ai, createOpenAICompatible } = await load();
	const { baseUrl, apiKey, structured, temperature } = provider;
	const models = createOpenAICompatible({
		name: provider.name,
		baseURL: baseUrl,
		supportsStructuredOutputs: structured,
		includeUsage: true,
		...(apiKey === null ? {} : { apiKey }),
	});
	// Models output their reasoning and fence their JSON despite the instructions.
	const thoughts = ai.extractReasoningMiddleware({ tagName: 'think' });
	const middleware = isJson ? [ai.extractJsonMiddleware(), thoughts] : [thoughts];
	return {
		model: ai.wrapLanguageModel({ model: models(name), middleware }),
		abortSignal: call.signal,
		maxOutputTokens: call.maxOutputTokens,
		maxRetries: 0,
		...(temperature === null ? {} : { temperature }),
	};
}

let loaded: ReturnType<typeof importBoth> | undefined;
async function importBoth() {
	const [ai, { createOpenAICompatible }] = await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')]);
	return { ai, createOpenAICompatible };
}

function load(): ReturnType<typeof importBoth> {
	Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
	loaded ??= importBoth();
	return loaded;
}

interface Failure {
	readonly kind: ModelError['kind'];
	readonly status: number | null;
	/** Follows "The model … of …". Contains nothing that the provider wrote. */
	readonly message: string;
	/** Delay before a retry, ms; null if retrying is pointless. */
	readonly waitMs: number | null;
	readonly used?: Pick<Called<never>, 'input' | 'output'> | undefined;
}

/** @param lateMs the deadline, if it has passed */
async function explain(error: unknown, lateMs: number | null): Promise<Failure> {
	const none = { status: null, waitMs: null };
	if (lateMs !== null) {
		return { ...none, kind: 'timed-out', message: `timed out after ${Math.round(lateMs / 100) / 10} s` };
	}
	const { APICallError, NoObjectGeneratedError } = (await load()).ai;
	const broken = {
		...none,
		kind: 'unreachable',
		message: 'stopped in the middle of its answer',
		waitMs: backoffMs,
	} as const;
	if (APICallError.isInstance(error) && error.statusCode === 200 && error.cause instanceof TypeError) return broken;
	if (APICallError.isInstance(error)) return ofStatus(error.statusCode ?? null, error.responseHeaders ?? {});
	const beside = {
		...none,
		kind: 'invalid',
		message: 'returned an answer in the wrong format',
		waitMs: 0,
	} as const;
	if (NoObjectGeneratedError.isInstance(error)) {
		return { ...beside, used: { input: error.usage?.inputTokens, output: error.usage?.outputTokens } };
	}
	if (error instanceof BesidePoint) return { ...beside, used: error.used };
	if (error instanceof CutOff) {
		return { ...broken, used: error.used };
	}
	const isBeside = error instanceof Error && /NoOutputGenerated|TypeValidation|JSONParse|ToolCall/.test(error.name);
	if (isBeside) return beside;
	if (error instanceof TypeError || (error instanceof Error && 'code' in error)) return broken;
	return { ...none, kind: 'error', message: 'reported an error' };
}

function ofStatus(status: number | null, headers: Readonly<Record<string, string>>): Failure {
	if (status === null) {
		return { kind: 'unreachable', status, message: 'can’t be reached', waitMs: backoffMs };
	}
	// A success status with a body that isn't an answer.
	if (status < 300) {
		return { kind: 'invalid', status: null, message: 'returned an answer in the wrong format', waitMs: 0 };
	}
	if (status === 429) {
		return { kind: 'rate-limited', status, message: 'is rate limited (status 429)', waitMs: retryAfter(headers) };
	}
	if (status === 401 || status === 403) {
		return { kind: 'unauthorized', status, message: `rejected the service’s API key (status ${status})`, waitMs: null };
	}
	const isPassing = status >= 500 || status === 408;
	return {
		kind: 'error',
		status,
		message: `responded with status ${status}`,
		waitMs: isPassing ? retryAfter(headers) : null,
	};
}

/** RFC 9110, "Retry-After": seconds, or a date. */
function retryAfter(headers: Readonly<Record<string, string>>): number {
	const given = headers['retry-after'];
	if (given === undefined) return backoffMs;
	const ms = /^\d+$/.test(given.trim()) ? Number(given) * 1_000 : Date.parse(given) - Date.now();
	return Number.isFinite(ms) ? Math.max(0, ms) : backoffMs;
}
