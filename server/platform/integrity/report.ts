import { eq, inArray, or } from 'drizzle-orm';
import type { CorruptData, DataVerification } from '#contract/integrity.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { corruptObjects } from '../../store/catalog/schema/integrity.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { runOutputs, runs } from '../../store/catalog/schema/runs.ts';
import { readableAmong } from '../access/dataset-access.ts';
import { visibleNamespaces } from '../access/namespace-access.ts';
import type { Caller } from '../core/caller.ts';
import type { Platform } from '../state/platform.ts';
import { lastScrub } from './scrub.ts';

/** Known corruption in datasets that the caller may read and in the caller's own previews. */
export async function reportVerification(
	{ catalog }: Pick<Platform, 'catalog'>,
	caller: Caller,
): Promise<DataVerification> {
	const { db } = catalog;
	const scrub = await lastScrub({ catalog });
	const verifiedAt = scrub?.verifiedAt?.toISOString() ?? null;
	const found = new Map((await db.select().from(corruptObjects)).map((row) => [row.sha256, row]));
	if (found.size === 0) return { verifiedAt, corrupt: [] };
	const names = [...found.keys()];
	const stateOf = (sha256: string) => {
		const row = found.get(sha256);
		return { problem: row?.problem ?? 'changed', foundAt: row?.foundAt.toISOString() ?? '' } as const;
	};
	const corruptParts = await db
		.select({ content: parts.content, sha256: parts.sha256 })
		.from(parts)
		.where(inArray(parts.sha256, names));
	const contents = new Map(corruptParts.map((part) => [part.content, part.sha256]));
	const rows = await db
		.select({ dataset: datasets, run: runs })
		.from(datasets)
		.leftJoin(runs, eq(runs.id, datasets.builtBy))
		.where(or(inArray(datasets.sha256, [...names, ...contents.keys()])));
	const readable = readableAmong(
		caller,
		await visibleNamespaces(db, caller),
		rows.map(({ dataset }) => dataset),
	);
	const ofDatasets = readable.map(({ namespace, row }): CorruptData => {
		const run = rows.find(({ dataset }) => dataset.id === row.id)?.run ?? null;
		const own = run?.userId === caller.userId ? run : null;
		return {
			kind: 'dataset',
			owner: namespace.owner,
			namespace: namespace.name,
			datasetName: row.name,
			runId: own?.id ?? null,
			buildSpecId: own?.buildSpecId ?? null,
			...stateOf(contents.get(row.sha256) ?? row.sha256),
		};
	});
	const outputs = await db
		.select({ sha256: runOutputs.sha256, run: runs })
		.from(runOutputs)
		.innerJoin(runs, eq(runs.id, runOutputs.runId))
		.where(inArray(runOutputs.sha256, names));
	const ofRuns = outputs
		.filter(({ run }) => run.userId === caller.userId)
		.map(({ sha256, run }): CorruptData => {
			const to = run.definition.destination ?? null;
			return {
				kind: 'output',
				owner: to?.owner ?? null,
				namespace: to?.namespace ?? null,
				datasetName: to?.datasetName ?? null,
				runId: run.id,
				buildSpecId: run.buildSpecId,
				...stateOf(sha256),
			};
		});
	return { verifiedAt, corrupt: [...ofDatasets, ...ofRuns] };
}
