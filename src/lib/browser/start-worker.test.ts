import { expect, test, vi } from 'vitest';
import { startWorker } from './start-worker.ts';
import type { PolicyRules } from './trusted-types.ts';

test('starts workers only from files next to the console’s code', () => {
	let rules: PolicyRules = {};
	const createPolicy = (_name: string, given: PolicyRules) => {
		rules = given;
		return given;
	};
	vi.stubGlobal('trustedTypes', { createPolicy });
	vi.stubGlobal('document', { baseURI: 'https://console.example.org/' });
	vi.stubGlobal('Worker', class {});
	vi.stubEnv('DEV', false);
	const beside = new URL('./files-worker.js', import.meta.url).href;
	startWorker(beside, 'files');
	expect(rules.createScriptURL?.(beside)).toBe(beside);
	for (const other of [
		'https://example.org/files-worker.js',
		'/objects/1',
		'data:text/javascript,1',
		`${beside}/../../x`,
	])
		expect(rules.createScriptURL?.(other)).toBeNull();
	vi.unstubAllEnvs();
});
