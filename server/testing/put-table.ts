import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { findUser } from '../platform/access/users.ts';
import { putDataset } from '../platform/datasets/datasets.ts';
import { ensureNamespace } from '../platform/namespaces/namespaces.ts';
import type { TestService } from './service.ts';

export interface TestTable {
	readonly file: string;
	readonly source: { kind: 'dataset'; owner: string; namespace: string; datasetName: string };
}

export async function putTable({ platform, settings }: TestService, name: string, select: string): Promise<TestTable> {
	const file = join(settings.dataDir, `${name}.parquet`);
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	await connection.run("SET TimeZone = 'UTC'");
	await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240)`);
	const described = await platform.engine.describe(file);
	const object = await platform.objects.copy(file);
	const user = await findUser(platform.catalog.db, 'demo');
	const texts = { description: '', columnDescriptions: {}, licence: null, source: null };
	await platform.catalog.write(async (tx) => {
		const namespaceId = await ensureNamespace(tx, user?.id ?? '', 'tests', platform.now());
		await putDataset(tx, { ...described, ...object, ...texts, namespaceId, name }, platform.now());
	});
	return { file, source: { kind: 'dataset', owner: 'demo', namespace: 'tests', datasetName: name } };
}
