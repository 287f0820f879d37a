import { randomUUID } from 'node:crypto';
import { type Service, startService } from '../../e2e/support/service.ts';
import { findUser } from '../../server/platform/access/users.ts';
import { ensureNamespace } from '../../server/platform/namespaces/namespaces.ts';
import { openService } from '../../server/service.ts';
import { readSettings } from '../../server/settings/read-settings.ts';
import { datasets } from '../../server/store/catalog/schema/datasets.ts';

const words =
	'value amount quantity category segment batch count price rate label region total score level kind quarter month grade plant target'.split(
		' ',
	);
const word = (number: number): string => words[number % words.length] ?? '';

export interface ManyColumns {
	readonly name: string;
	readonly description: string;
	readonly columns: readonly string[];
}

/** Datasets of twenty columns, whose names are combined from twenty words. */
export const manyColumns = (count: number): ManyColumns[] =>
	Array.from({ length: count }, (_, n) => ({
		name: `${word(n)}_${word(n * 7)}_${n}`,
		description: `About ${word(n)} by ${word(n * 3)}`,
		columns: words.map((first, index) => `${first}_${word(n + index)}_${n % 50}`),
	}));

/**
 * A service with the sample workspace and these datasets, in fifty namespaces. They have no rows, because searches don't need
 * any.
 */
export async function serviceWith(many: readonly ManyColumns[]): Promise<Service> {
	const service = await startService();
	await service.kill();
	const flags = ['--data-dir', service.dataDir, '--run-waiting', '0'];
	const { platform, close } = await openService({ settings: readSettings(flags, {}).settings, sweeps: false });
	const { catalog } = platform;
	const now = platform.now();
	const owner = await findUser(catalog.db, 'demo');
	const perNamespace = Math.ceil(many.length / 50);
	for (let from = 0; from < many.length; from += perNamespace) {
		await catalog.write(async (tx) => {
			const namespaceId = await ensureNamespace(tx, owner?.id ?? '', `area_${from / perNamespace}`, now);
			await tx.insert(datasets).values(
				many.slice(from, from + perNamespace).map(({ name, description, columns }) => ({
					...{ id: randomUUID(), namespaceId, name, folded: name, description },
					columns: columns.map((column) => ({ name: column, type: 'VARCHAR' })),
					columnOrder: [...columns],
					...{ rows: 0, bytes: 0, sha256: '0'.repeat(64), version: 1, updatedAt: now },
				})),
			);
		});
	}
	await close();
	await service.start();
	return service;
}
