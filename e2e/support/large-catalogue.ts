import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { putDataset } from '#server/platform/datasets.ts';
import { ensureNamespace } from '#server/platform/namespaces.ts';
import { findUser } from '#server/platform/users.ts';
import { readSettings } from '#server/read-settings.ts';
import { openService } from '#server/service.ts';
import type { Service } from './service.ts';

/** Gives a service that was just started many datasets in the namespace `many`, and one with many rows: `large/numbers`. */
export async function fillCatalogue(service: Service, count: { datasets: number; rows: number }): Promise<void> {
	await service.kill();
	const { settings } = readSettings(['--data-dir', service.dataDir, '--run-waiting', '0', '--run-threads', '1'], {});
	const { platform, close } = await openService({ settings, sweeps: false });
	const file = join(service.dataDir, 'numbers.parquet');
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	await connection.run(
		`COPY (SELECT range AS id, range % 1000 AS part, 'row ' || range AS name FROM range(${count.rows})) TO '${file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240)`,
	);
	connection.closeSync();
	const described = await platform.engine.describe(file);
	const object = await platform.objects.copy(file);
	const owner = await findUser(platform.catalog.db, 'demo');
	const texts = { description: '', columnDescriptions: {}, licence: null, source: null };
	await platform.catalog.write(async (tx) => {
		const now = platform.now();
		const large = await ensureNamespace(tx, owner?.id ?? '', 'large', now);
		await putDataset(tx, { ...described, ...object, ...texts, namespaceId: large, name: 'numbers' }, now);
		const many = await ensureNamespace(tx, owner?.id ?? '', 'many', now);
		for (let number = 1; number <= count.datasets; number += 1) {
			const name = `dataset_${String(number).padStart(4, '0')}`;
			await putDataset(tx, { ...described, ...object, ...texts, namespaceId: many, name }, now);
		}
	});
	await close();
	await service.start();
}
