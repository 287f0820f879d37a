import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
			temperature: null,
		},
		{
			name: 'local',
			baseUrl: 'http://127.0.0.1:11434/v1',
			apiKey: null,
			models: ['large', 'small'],
			structured: true,
			temperature: 0,
		},
	]);
	expect(readSettings([], {}).settings.models.providers).toEqual([]);
});

it('says which key is missing, and refuses to start', () => {
	const path = file({ providers: { remote } });
	expect(() => readSettings(['--models', path], {})).toThrow(/names MODELS_KEY, which is not in the environment/);
});

it.each([
	['{', /cannot be read/],
	[{}, /providers/],
	[{ providers: { builtin: local } }, /providers.*builtin/],
	[{ providers: { local: { ...local, models: [] } } }, /models/],
	[{ providers: { local: { ...local, baseUrl: 'local' } } }, /baseUrl/],
	[{ providers: { local: { ...local, key: 'secret' } } }, /providers\.local/],
	[{ providers: { local: { ...local, default: 'none' } } }, /"none"/],
	[{ default: 'none', providers: { local } }, /"none"/],
])('says what is wrong with %j', (content, words) => {
	expect(() => readModelsFile(file(content))).toThrow(words);
});

it('says that a file is not there', () => {
	expect(() => readSettings(['--models', join(dir, 'nothing.json')], {})).toThrow(
		/--models cannot be used: .*nothing\.json/,
	);
});
