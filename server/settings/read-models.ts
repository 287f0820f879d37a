import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The file of `--models`: providers by name, the default first; keys are in the environment under the name given here. */
const limit = z.optional(z.nullable(z.number().check(z.gt(0))));
const Price = z.strictObject({ input: z.number().check(z.gte(0)), output: z.number().check(z.gte(0)) });
const Limits = z.strictObject({
	questionSeconds: limit,
	questionSteps: z.optional(z.int().check(z.gte(1), z.lte(20))),
	questionTokens: limit,
	questionCost: limit,
	dayTokens: limit,
	dayCost: limit,
});
const ModelsFile = z.strictObject({
	default: z.optional(z.string()),
	currency: z.optional(z.string().check(z.regex(/^\p{L}{1,8}$/u))),
	limits: z.optional(Limits),
	providers: z.record(
		z.string().check(z.regex(/^(?!builtin$)[\w.-]{1,64}$/)),
		z.strictObject({
			baseUrl: z.string().check(z.regex(/^https?:\/\/[^\s?#]+$/)),
			apiKeyEnv: z.optional(z.string().check(z.minLength(1))),
			models: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
			default: z.optional(z.string()),
			structuredOutput: z.optional(z.boolean()),
			prices: z.optional(z.record(z.string(), Price)),
			temperature: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(2)))),
		}),
	),
});

type ModelsFile = z.infer<typeof ModelsFile>;
type Environment = Readonly<Record<string, string | undefined>>;

/** An OpenAI-compatible service of language models. */
const providerOf = (name: string, given: ModelsFile['providers'][string], env: Environment) =>
	({
		name,
		/** For example `http://127.0.0.1:11434/v1`. */
		baseUrl: given.baseUrl.replace(/\/+$/, ''),
		/** Null where it needs none. Never print it. */
		apiKey: given.apiKeyEnv === undefined ? null : (env[given.apiKeyEnv] ?? null),
		/** Names of its models; the first one is asked where a request names none. */
		models: toFront(given.models, (model) => model === given.default),
		/** Whether it takes a JSON Schema as the form of an answer. */
		structured: given.structuredOutput ?? true,
		/** What a million tokens of a model cost; nothing where a model has no price. */
		prices: given.prices ?? {},
		/** How much chance there is in an answer; null where the provider does not take it. */
		temperature: given.temperature === undefined ? 0 : given.temperature,
	}) as const;

/** The providers of a file, with their keys, the default first. */
export function providersOf({ providers, default: first }: ModelsFile, env: Environment) {
	const all = Object.entries(providers).map(([name, given]) => providerOf(name, given, env));
	return toFront(all, (provider) => provider.name === first);
}

/** What models may use for one question, and one user in a day; null for any. */
export function limitsOf({ limits = {} }: ModelsFile) {
	const { questionSeconds = 300, questionSteps = 6, questionTokens = 200_000, dayTokens = 2_000_000 } = limits;
	return {
		questionMs: questionSeconds === null ? null : questionSeconds * 1_000,
		/** Most steps of a plan, however often it is revised. */
		steps: questionSteps,
		questionTokens,
		questionCost: limits.questionCost ?? null,
		dayTokens,
		dayCost: limits.dayCost ?? null,
	} as const;
}

/** The first variable of a key that is not in the environment. */
export const missingKey = ({ providers }: ModelsFile, env: Environment): string | undefined =>
	Object.values(providers).find(({ apiKeyEnv }) => apiKeyEnv !== undefined && !env[apiKeyEnv])?.apiKeyEnv;

const toFront = <T>(items: readonly T[], isFirst: (item: T) => boolean): readonly T[] => [
	...items.filter(isFirst),
	...items.filter((item) => !isFirst(item)),
];

/** @param path empty where there is none @throws Error in words */
export function readModelsFile(path: string): ModelsFile {
	if (path === '') return { providers: {} };
	const { data, error } = ModelsFile.safeParse(jsonOf(path));
	if (error !== undefined) {
		const [issue] = error.issues;
		const where = issue?.path.join('.') || 'the file';
		throw new Error(`${path} doesn’t match docs/agents.md: ${where}: ${issue?.message}.`);
	}
	if (data.default !== undefined && !Object.hasOwn(data.providers, data.default)) {
		throw new Error(`${path} has no provider "${data.default}".`);
	}
	for (const { default: first, models, prices = {} } of Object.values(data.providers)) {
		const unlisted = [...(first === undefined ? [] : [first]), ...Object.keys(prices)].find(
			(model) => !models.includes(model),
		);
		if (unlisted !== undefined) throw new Error(`${path} doesn’t list the model "${unlisted}".`);
	}
	return data;
}

function jsonOf(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new Error(`${path} can’t be read: ${error instanceof Error ? error.message : error}.`);
	}
}
