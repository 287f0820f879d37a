import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestService, type TestService } from '../../testing/service.ts';
import { createMetrics } from './metrics.ts';

let service: TestService;
let names: Set<string>;
beforeAll(async () => {
	service = await createTestService();
	const { catalog, objects } = service.platform;
	// With PostgreSQL and a bucket; their metrics are absent otherwise.
	const cacheState = () => ({ objects: 0, bytes: 0, hits: 0, misses: 0 });
	const { text } = await createMetrics({
		...service.platform,
		catalog: { ...catalog, connections: () => [] },
		objects: { ...objects, cacheState },
	}).read();
	names = new Set(
		[...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
			type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
		),
	);
});
afterAll(() => service.close());

/** Metrics that show an operator problems. */
const problemMetrics = [
	'dataset_failures_total',
	'dataset_run_failures_total',
	'dataset_requests_rejected_total',
	'dataset_disk_free_bytes',
	'dataset_corrupt_objects',
];

const metricsIn = (text: string): string[] => [
	...new Set([...text.matchAll(/\b(?:dataset|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)),
];

interface Dashboard {
	readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

test('every dashboard query reads a metric that the service has', () => {
	const { panels }: Dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8'));
	for (const { title, targets } of panels) {
		for (const { expr } of targets) {
			const read = metricsIn(expr);
			expect([title, read.length > 0, read.filter((name) => !names.has(name))]).toEqual([title, true, []]);
		}
	}
	const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
	expect(shown).toEqual(expect.arrayContaining(problemMetrics));
});

test('every alert reads a metric that the service has', () => {
	const rules = readFileSync('deploy/prometheus-alerts.yaml', 'utf8').matchAll(/expr: (.*)$/gm);
	const read = [...rules].flatMap(([, expr = '']) => metricsIn(expr));
	expect(read).toEqual(expect.arrayContaining(['dataset_isolation', ...problemMetrics]));
	expect(read.filter((name) => !names.has(name))).toEqual([]);
});
