import { Counter, Gauge, type Registry } from 'prom-client';
import type { Platform } from '../../platform/state/platform.ts';

type Resources = Pick<Platform, 'engine' | 'catalog' | 'objects'>;

export function addResourceMetrics(registry: Registry, { engine, catalog, objects }: Resources): void {
	const registers = [registry];
	new Gauge({
		name: 'dataset_isolation',
		help: 'How runs are isolated from the rest of the system: 1 for the layer in use.',
		labelNames: ['layer'],
		registers,
		collect() {
			this.set({ layer: engine.state().isolation }, 1);
		},
	});
	const works = (name: string, help: string, state: 'active' | 'waiting') =>
		new Gauge({
			name,
			help,
			labelNames: ['work'],
			registers,
			collect() {
				for (const [work, counts] of Object.entries(engine.state().work)) this.set({ work }, counts[state]);
			},
		});
	works('dataset_engine_active', 'Runs and internal queries in progress in the engine.', 'active');
	works('dataset_engine_waiting', 'Runs and queries waiting for a free runner.', 'waiting');
	if (catalog.connections !== undefined) addConnections(registers, catalog.connections);
	if (objects.cacheState !== undefined) addCache(registers, objects.cacheState);
}

function addConnections(registers: Registry[], read: NonNullable<Resources['catalog']['connections']>): void {
	new Gauge({
		name: 'dataset_database_connections',
		help: 'Connections to PostgreSQL, by purpose and state.',
		labelNames: ['purpose', 'state'],
		registers,
		collect() {
			for (const { purpose, busy, idle } of read()) {
				this.set({ purpose, state: 'busy' }, busy);
				this.set({ purpose, state: 'idle' }, idle);
			}
		},
	});
	new Gauge({
		name: 'dataset_database_waiting',
		help: 'Requests waiting for a connection to PostgreSQL, by purpose.',
		labelNames: ['purpose'],
		registers,
		collect() {
			for (const { purpose, waiting } of read()) this.set({ purpose }, waiting);
		},
	});
}

function addCache(registers: Registry[], read: NonNullable<Resources['objects']['cacheState']>): void {
	new Gauge({
		name: 'dataset_object_cache_bytes',
		help: 'Size of the bucket’s objects that are cached on this machine.',
		registers,
		collect() {
			this.set(read().bytes);
		},
	});
	new Counter({
		name: 'dataset_object_cache_reads_total',
		help: 'Object reads: from the cache on this machine (hit), or from the bucket (miss).',
		labelNames: ['outcome'],
		registers,
		collect() {
			this.reset();
			const { hits, misses } = read();
			this.inc({ outcome: 'hit' }, hits);
			this.inc({ outcome: 'miss' }, misses);
		},
	});
}
