import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { whyInvalidJson } from '#lib/exact-json/located.ts';

/** The `--models` file: providers by name, the default first; keys are in the environment variables named here. */
const stepLimits = 'must be an integer from 1 to 20';
const temperatures = 'must be a number from 0 to 2, or null';
const limit = z.optional(z.nullable(z.number().check(z.gt(0, 'must be a positive number, or null for no limit'))));
const price = z.number().check(z.gte(0, 'must be 0 or more'));
const Price = z.strictObject({ input: price, output: price });
const Limits = z.strictObject({
	questionSeconds: limit,
	questionSteps: z.optional(z.int(stepLimits).check(z.gte(1, stepLimits), z.lte(20, stepLimits))),
	questionTokens: limit,
	questionCost: limit,
	dayTokens: limit,
	dayCost: limit,
});
const ModelsFile = z.strictObject({
	default: z.optional(z.string()),
	currency: z.optional(z.string().check(z.regex(/^\p{L}{1,8}$/u, 'must be up to 8 letters, such as EUR'))),
	limits: z.optional(Limits),
	providers: z.record(
		z.string().check(z.regex(/^(?!builtin$)[\w.-]{1,64}$/)),
		z.strictObject({
			baseUrl: z
				.string()
				.check(z.regex(/^https?:\/\/[^\s?#]+$/, 'must be a URL that starts with http:// or https://, without a query')),
			apiKeyEnv: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
			models: z
				.array(z.string().check(z.minLength(1, 'must not be empty')))
				.check(z.minLength(1, 'must list at least one model')),
			default: z.optional(z.string()),
			structuredOutput: z.optional(z.boolean()),
			prices: z.optional(z.record(z.string(), Price)),
			temperature: z.optional(z.nullable(z.number().check(z.gte(0, temperatures), z.lte(2, temperatures)))),
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

/** @param path empty if there is none @throws Error shown to operators */
export function readModelsFile(path: string): ModelsFile {
	if (path === '') return { providers: {} };
	const content = jsonOf(path);
	const { data, error } = ModelsFile.safeParse(content);
	if (error !== undefined) {
		const problem =
			error.issues[0] === undefined ? 'it has an unexpected structure' : problemOf(error.issues[0], content);
		throw new Error(`${path} isn’t valid: ${problem}. docs/agents.md describes the format.`);
	}
	if (data.default !== undefined && !Object.hasOwn(data.providers, data.default)) {
		throw new Error(
			`${path} names "${data.default}" as the default provider, but lists ${Object.keys(data.providers).length === 0 ? 'no providers' : `only ${Object.keys(data.providers).join(', ')}`}. Add it to providers, or change default.`,
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

/** "item 2 of providers.openai.models". */
const memberName = (path: readonly PropertyKey[]): string => {
	const [index, ...before] = path.toReversed();
	const name = (keys: readonly PropertyKey[]) => keys.map(String).join('.');
	return typeof index === 'number' ? `item ${index + 1} of ${name(before.toReversed())}` : name(path);
};

/** What is wrong with a member, and what it must be. */
function problemOf(issue: z.core.$ZodIssue, content: unknown): string {
	const where = memberName(issue.path) || 'the file';
	const value = issue.path.reduce<unknown>((at, key) => Object(at)[key], content);
	if (value === undefined) return `${where} is missing`;
	switch (issue.code) {
		case 'unrecognized_keys':
			return `${where} has an unknown field, "${issue.keys[0]}"`;
		case 'invalid_key':
			return `"${String(issue.path.at(-1))}" isn’t a valid provider name. Use up to 64 letters, digits, periods, hyphens and underscores, but not "builtin"`;
		case 'invalid_type':
			if (issue.expected === 'int') return `${where} ${issue.message}`;
			return `${where} must be of type ${issue.expected === 'record' ? 'object' : issue.expected}`;
		default:
			return `${where} ${issue.message}`;
	}
}

function jsonOf(path: string): unknown {
	const text = textOf(path);
	try {
		return JSON.parse(text);
	} catch {
		const reason = whyInvalidJson(text, text.length);
		throw new Error(`${path} isn’t valid JSON${reason === null ? '' : `: ${reason}`}.`);
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
