import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { findUser } from '#server/platform/access/users.ts';
import { putDataset } from '#server/platform/datasets/datasets.ts';
import { ensureNamespace } from '#server/platform/namespaces/namespaces.ts';
import { openService } from '#server/service.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import type { Service } from './service.ts';

/** Twelve columns of the most common types. */
const twelve = (rows: number): string => `
	SELECT range AS id, range % 1000 AS part, 'row ' || range AS name, range / 7.0 AS ratio,
		(range * 3)::DECIMAL(18, 2) AS amount, TIMESTAMP '2020-01-01' + INTERVAL (range) MINUTE AS at,
		DATE '2020-01-01' + (range % 900)::INTEGER AS day, range % 2 = 0 AS even, 'city ' || (range % 77) AS city,
		(range * 7919) % 1000003 AS code, md5(range::VARCHAR) AS digest,
		CASE WHEN range % 5 > 0 THEN range % 13 END AS maybe
	FROM range(${rows})`;

/**
 * Adds many datasets to a new service in the namespace `many`, and one with many rows: `large/numbers`; `wide` is the number of rows of `large/wide`,
 * which has twelve columns. Their files are in the data folder under these names.
 */
export async function fillCatalog(
	service: Service,
	count: { datasets: number; rows: number; wide?: number },
): Promise<void> {
	await service.kill();
	const flags = ['--data-dir', service.dataDir, '--run-waiting', '0', '--run-threads', '1'];
	const { settings } = readSettings(flags, service.env);
	const { platform, close } = await openService({ settings, sweeps: false });
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	const write = async (name: string, sql: string) => {
		const file = join(service.dataDir, `${name}.parquet`);
		await connection.run(`COPY (${sql}) TO '${file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240)`);
		return { ...(await platform.engine.describe(file)), ...(await platform.objects.copy(file)) };
	};
	const numbers = await write(
		'numbers',
		`SELECT range AS id, range % 1000 AS part, 'row ' || range AS name FROM range(${count.rows})`,
	);
	const wide = count.wide === undefined ? null : await write('wide', twelve(count.wide));
	connection.closeSync();
	const owner = await findUser(platform.catalog.db, 'demo');
	const texts = { description: '', columnDescriptions: {}, licence: null, source: null };
	await platform.catalog.write(async (tx) => {
		const now = platform.now();
		const large = await ensureNamespace(tx, owner?.id ?? '', 'large', now);
		await putDataset(tx, { ...numbers, ...texts, namespaceId: large, name: 'numbers' }, now);
		if (wide !== null) await putDataset(tx, { ...wide, ...texts, namespaceId: large, name: 'wide' }, now);
		const many = await ensureNamespace(tx, owner?.id ?? '', 'many', now);
		for (let number = 1; number <= count.datasets; number += 1) {
			const name = `dataset_${String(number).padStart(4, '0')}`;
			await putDataset(tx, { ...numbers, ...texts, namespaceId: many, name }, now);
		}
	});
	await close();
	await service.start();
}
