import { expect, test } from 'vitest';
import { checkedPipeline } from './check-statements.ts';
import { readManifest } from './manifest.ts';

const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'states_of_the_us' };

/** Whether a check warns that no output is written to the destination. */
const warns = (target: object): boolean => {
	const text = JSON.stringify({
		steps: [{ name: 'states', file: 'states.sql' }],
		outputs: [{ name: '{state}', each: 'states', file: 'each.sql', target }],
	});
	const { manifest, problems } = readManifest(text);
	expect(problems).toEqual([]);
	const { diagnostics } = checkedPipeline({ path: 'pipeline.json', text, manifest, files: [] }, [], [], destination);
	return diagnostics.some(({ message }) => message.includes('the destination'));
};

test.each([
	[{}, false],
	[{ datasetName: 'states_of_the_us' }, false],
	[{ datasetName: 'States_{of}_US' }, false],
	[{ datasetName: '{a}{b}states{c}' }, false],
	[{ namespace: '{a}', datasetName: '{b}_us' }, false],
	[{ datasetName: 'of_{a}' }, true],
	[{ datasetName: '{a}_of' }, true],
	[{ datasetName: 'states_of_the_{a}_us' }, true],
	[{ datasetName: 'states_of_the_us{a}us' }, true],
	[{ datasetName: 'states.of{a}' }, true],
	[{ owner: 'de{a}', namespace: 'viation', datasetName: '{b}' }, true],
	[{ owner: 'emo', datasetName: '{a}' }, true],
	[{ owner: 'mo', namespace: 'aviation', datasetName: 'states{a}' }, true],
])('warns only if no row can give a target the name of the destination: %j', (target, isWarning) => {
	expect(warns(target)).toBe(isWarning);
});

test('stays fast for a target with many braces', () => {
	const began = performance.now();
	expect(warns({ datasetName: `${'{a}s'.repeat(60)}x` })).toBe(true);
	expect(performance.now() - began).toBeLessThan(1_000);
});
