import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { ProviderSettings } from './settings.ts';

/** The file of `--models`: providers by name, the default first; keys are in the environment under the name given here. */
const ModelsFile = z.strictObject({
	default: z.optional(z.string()),
	providers: z.record(
		z.string().check(z.regex(/^(?!builtin$)[\w.-]{1,64}$/)),
		z.strictObject({
			baseUrl: z.string().check(z.regex(/^https?:\/\/[^\s?#]+$/)),
			apiKeyEnv: z.optional(z.string().check(z.minLength(1))),
			models: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
			default: z.optional(z.string()),
			structuredOutput: z.optional(z.boolean()),
			temperature: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(2)))),
		}),
	),
});

/** What is wrong with the file, in words, or null. @param path empty where there is none */
export function modelsProblem(path: string): string | null {
	if (path === '') return null;
	const read = readFile(path);
	return 'problem' in read ? read.problem : null;
}

/** The providers of the file, with their keys. A key that is missing is a problem, and no key is ever part of one. */
export function readModels(
	path: string,
	env: Readonly<Record<string, string | undefined>>,
): { providers: ProviderSettings[]; problem: string | null } {
	const read = path === '' ? { file: { providers: {} } } : readFile(path);
	if ('problem' in read) return { providers: [], problem: read.problem };
	const { providers, default: first } = read.file as z.infer<typeof ModelsFile>;
	const missing = Object.values(providers).find(
		(provider) => provider.apiKeyEnv !== undefined && !env[provider.apiKeyEnv],
	);
	const problem = missing === undefined ? null : `${path} names ${missing.apiKeyEnv}, which is not in the environment.`;
	const all = Object.entries(providers).map(([name, it]) => ({
		name,
		baseUrl: it.baseUrl.replace(/\/+$/, ''),
		apiKey: it.apiKeyEnv === undefined ? null : (env[it.apiKeyEnv] ?? null),
		models: toFront(it.models, (model) => model === it.default),
		structured: it.structuredOutput ?? true,
		temperature: it.temperature === undefined ? 0 : it.temperature,
	}));
	return { providers: toFront(all, (item) => item.name === first), problem };
}

const toFront = <T>(items: readonly T[], isFirst: (it: T) => boolean): T[] => [
	...items.filter(isFirst),
	...items.filter((item) => !isFirst(item)),
];

function readFile(path: string): { file: z.infer<typeof ModelsFile> } | { problem: string } {
	try {
		const parsed = ModelsFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
		if (!parsed.success) {
			const [issue] = parsed.error.issues;
			return {
				problem: `${path} is not as docs/agents.md says: ${issue?.path.join('.') || 'the file'}: ${issue?.message}.`,
			};
		}
		const { providers, default: first } = parsed.data;
		if (first !== undefined && !Object.hasOwn(providers, first))
			return { problem: `${path} has no provider "${first}".` };
		const odd = Object.values(providers).find(
			(provider) => provider.default !== undefined && !provider.models.includes(provider.default),
		);
		return odd === undefined ? { file: parsed.data } : { problem: `${path} does not list the model "${odd.default}".` };
	} catch (error) {
		return { problem: `${path} cannot be read: ${error instanceof Error ? error.message : error}.` };
	}
}
