import { expect, test } from 'vitest';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { missingSources } from './missing-sources.ts';

const known = ['ann/aviation/airports', 'demo/aviation/airports', 'demo/aviation/flights', 'ann/x/y', 'bob/x/y'];

function checkOf(sql: readonly string[]): PipelineCheck {
	const steps = sql.map((_, index) => ({ name: `s${index}`, file: `${index}.sql`, state: 'invalid' as const }));
	return {
		commit: null,
		entries: [],
		truncated: false,
		files: [...sql.map((text, index) => ({ path: `${index}.sql`, text })), { path: 'pipeline.json', text: 'from a.b' }],
		steps: steps.map((step) => ({ ...step, reads: [], sources: [], columns: [] })),
		outputs: [],
		diagnostics: [],
	};
}

test('lists datasets that steps read but that aren’t sources, once each, own ones first', () => {
	const check = checkOf(['select * from aviation.flights', 'from aviation.airports join s0 join aviation.flights']);
	const all = { sources: [], known, me: 'demo' };
	expect(missingSources(check, all)).toEqual(['demo/aviation/flights', 'demo/aviation/airports']);
	expect(missingSources(check, { ...all, sources: ['demo/aviation/flights'] })).toEqual(['demo/aviation/airports']);
});

test('omits ambiguous and unknown datasets', () => {
	expect(missingSources(checkOf(['from x.y', 'from no.where']), { sources: [], known, me: 'demo' })).toEqual([]);
});
