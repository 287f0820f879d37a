import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readModelsFile } from './read-models.ts';
import { readSettings } from './read-settings.ts';

const dir = mkdtempSync(join(tmpdir(), 'models-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function file(content: unknown): string {
	const path = join(dir, 'models.json');
	writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
	return path;
}
const local = { baseUrl: 'http://127.0.0.1:11434/v1/', models: ['small', 'large'], default: 'large' };
const remote = {
	baseUrl: 'https://models.example.org/v1',
	apiKeyEnv: 'MODELS_KEY',
	models: ['huge'],
	structuredOutput: false,
	prices: { huge: { input: 1, output: 4 } },
	temperature: null,
};

it('reads providers with the default first, and their keys from the environment', () => {
	const path = file({ default: 'remote', providers: { local, remote } });
	const { settings } = readSettings(['--models', path], { MODELS_KEY: 'secret' });
	expect(settings.models.providers).toEqual([
		{
			name: 'remote',
			baseUrl: 'https://models.example.org/v1',
			apiKey: 'secret',
			models: ['huge'],
			structured: false,
			prices: { huge: { input: 1, output: 4 } },
			temperature: null,
		},
		{
			name: 'local',
			baseUrl: 'http://127.0.0.1:11434/v1',
			apiKey: null,
			models: ['large', 'small'],
			structured: true,
			prices: {},
			temperature: 0,
		},
	]);
	expect(readSettings([], {}).settings.models.providers).toEqual([]);
});

it('accepts every models file in the documentation', () => {
	const blocks = [...readFileSync('docs/agents.md', 'utf8').matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => json);
	const env = { OPENAI_API_KEY: 'secret', VLLM_KEY: 'secret' };
	const read = blocks.map((json) => readSettings(['--models', file(json)], env).settings.models);
	expect(read.map(({ providers }) => providers.map(({ name, apiKey }) => `${name} ${apiKey}`))).toEqual([
		['openai secret'],
		['ollama null'],
		['vllm secret'],
	]);
	expect(read.map(({ limits }) => [limits.questionMs, limits.dayTokens, limits.dayCost])).toEqual([
		[300_000, 2_000_000, 5],
		[900_000, null, null],
		[300_000, 2_000_000, null],
	]);
});

it('rejects a file whose key is missing from the environment', () => {
	const path = file({ providers: { remote } });
	expect(() => readSettings(['--models', path], {})).toThrow(
		/names the environment variable MODELS_KEY, which isn’t set/,
	);
});

it.each([
	['{', /isn’t valid JSON: .*line 1/],
	[{}, /providers/],
	[{ providers: { builtin: local } }, /valid provider name.*"builtin"/],
	[{ providers: { local: { ...local, models: [] } } }, /models/],
	[{ providers: { local: { ...local, baseUrl: 'local' } } }, /baseUrl/],
	[{ providers: { local: { ...local, key: 'secret' } } }, /providers\.local/],
	[{ providers: { local: { ...local, default: 'none' } } }, /"none"/],
	[{ default: 'none', providers: { local } }, /"none"/],
	[{ providers: { local: { ...local, prices: { huge: { input: 1, output: 1 } } } } }, /"huge"/],
	[{ providers: { local }, limits: { dayTokens: 0 } }, /limits\.dayTokens/],
	[{ providers: { local }, limits: { perDay: 5 } }, /limits/],
])('says what’s wrong with %j', (content, words) => {
	expect(() => readModelsFile(file(content))).toThrow(words);
});

it('reports a missing file', () => {
	expect(() => readSettings(['--models', join(dir, 'nothing.json')], {})).toThrow(
		/--models can’t be used: .*nothing\.json/,
	);
});

it.each([
	[[], 'the file must be of type object'],
	[{ providers: { 'a b': local } }, '"a b" isn’t a valid provider name'],
	[{ providers: { local: { models: ['small'] } } }, 'providers.local.baseUrl is missing'],
	[{ providers: { local: { ...local, models: ['a', 3] } } }, 'item 2 of providers.local.models must be of type string'],
	[{ providers: { local: { ...local, baseUrl: 'local' } } }, 'providers.local.baseUrl must be a URL that starts with'],
	[{ providers: { local }, limits: { questionSteps: 50 } }, 'limits.questionSteps must be an integer from 1 to 20'],
	[{ providers: { local }, limits: { questionSteps: 2.5 } }, 'limits.questionSteps must be an integer from 1 to 20'],
])('says what’s expected instead of %j', (content, words) => {
	expect(() => readModelsFile(file(content))).toThrow(words);
});
