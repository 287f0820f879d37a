import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { whyInvalidJson } from '#lib/exact-json/located.ts';

/** The `--models` file: providers by name, the default first; keys are in the environment variables named here. */
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

/** An OpenAI-compatible provider of language models. */
const providerOf = (name: string, given: ModelsFile['providers'][string], env: Environment) =>
	({
		name,
		/** For example `http://127.0.0.1:11434/v1`. */
		baseUrl: given.baseUrl.replace(/\/+$/, ''),
		/** Null if it needs none. Never print it. */
		apiKey: given.apiKeyEnv === undefined ? null : (env[given.apiKeyEnv] ?? null),
		/** Names of its models; the first is the default. */
		models: toFront(given.models, (model) => model === given.default),
		/** Whether it supports a JSON Schema as response format. */
		structured: given.structuredOutput ?? true,
		/** Price per million tokens of a model; absent if unknown. */
		prices: given.prices ?? {},
		/** Sampling temperature; null if the provider doesn't support it. */
		temperature: given.temperature === undefined ? 0 : given.temperature,
	}) as const;

/** The providers in a file, with their keys, the default first. */
export function providersOf({ providers, default: first }: ModelsFile, env: Environment) {
	const all = Object.entries(providers).map(([name, given]) => providerOf(name, given, env));
	return toFront(all, (provider) => provider.name === first);
}

/** Limits for models per question, and per user and day; null for no limit. */
export function limitsOf({ limits = {} }: ModelsFile) {
	const { questionSeconds = 300, questionSteps = 6, questionTokens = 200_000, dayTokens = 2_000_000 } = limits;
	return {
		questionMs: questionSeconds === null ? null : questionSeconds * 1_000,
		/** Maximum steps of a plan, including revisions. */
		steps: questionSteps,
		questionTokens,
		questionCost: limits.questionCost ?? null,
		dayTokens,
		dayCost: limits.dayCost ?? null,
	} as const;
}

/** The first key variable missing from the environment. */
export const missingKey = ({ providers }: ModelsFile, env: Environment): string | undefined =>
	Object.values(providers).find(({ apiKeyEnv }) => apiKeyEnv !== undefined && !env[apiKeyEnv])?.apiKeyEnv;

const toFront = <T>(items: readonly T[], isFirst: (item: T) => boolean): readonly T[] => [
	...items.filter(isFirst),
	...items.filter((item) => !isFirst(item)),
];

/** @param path empty if there is none @throws Error for people */
export function readModelsFile(path: string): ModelsFile {
	if (path === '') return { providers: {} };
	const { data, error } = ModelsFile.safeParse(jsonOf(path));
	if (error !== undefined) {
		const [issue] = error.issues;
		const where = issue?.path.filter((key) => typeof key === 'string').join('.') || 'the file';
		const problem =
			issue?.code === 'unrecognized_keys'
				? `has an unknown field, "${issue.keys[0]}"`
				: 'is missing, or its value isn’t allowed';
		throw new Error(`${path} isn’t valid: ${where} ${problem}. docs/agents.md describes the format.`);
	}
	if (data.default !== undefined && !Object.hasOwn(data.providers, data.default)) {
		throw new Error(
			`${path} names "${data.default}" as the default provider, but lists only ${Object.keys(data.providers).join(', ') || 'none'}.`,
		);
	}
	for (const { default: first, models, prices = {} } of Object.values(data.providers)) {
		const unlisted = [...(first === undefined ? [] : [first]), ...Object.keys(prices)].find(
			(model) => !models.includes(model),
		);
		if (unlisted !== undefined)
			throw new Error(`${path} names "${unlisted}" in default or prices, but not in models. Add it there.`);
	}
	return data;
}

function jsonOf(path: string): unknown {
	const text = textOf(path);
	try {
		return JSON.parse(text);
	} catch {
		throw new Error(`${path} isn’t valid JSON: ${whyInvalidJson(text, text.length) ?? 'it can’t be read'}.`);
	}
}

function textOf(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		throw new Error(
			`${path} can’t be read (${(error as NodeJS.ErrnoException).code}). Check the path and the file’s permissions.`,
		);
	}
}
