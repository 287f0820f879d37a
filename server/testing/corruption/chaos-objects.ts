import type { Dumped } from '../../platform/backup/dump.ts';
import { type ChaosObject, fileIn } from './chaos.ts';
import type { Prepared } from './survey.ts';

/** The objects of a data folder that any reading needs, each with those readings. */
export function chaosObjects(dataDir: string, dump: Dumped, { datasets, downloads }: Prepared): ChaosObject[] {
	const ofRows = datasets.flatMap(({ owner, namespace, datasetName }): ChaosObject[] => {
		const names = `${owner}/${namespace}/${datasetName}`;
		const stored = dump.rows.find((rows) => rows.what.endsWith(` ${names}`));
		if (stored === undefined) return [];
		const column = Object.keys(stored.parts[0]?.columns ?? {})[0];
		const path = `/data/${names}?limit=100`;
		const sorted = ['GET', `${path}&sort=-${encodeURIComponent(column ?? '')}`] as const;
		const objects = stored.parts.length === 0 ? [stored] : stored.parts;
		return objects.map(({ sha256 }) => ({
			kind: stored.parts.length === 0 ? 'dataset' : 'part of a dataset',
			names,
			file: fileIn(dataDir, sha256),
			readings: column === undefined ? [['GET', path]] : [sorted],
		}));
	});
	const ofOutputs = downloads.map(({ url, names }): ChaosObject => {
		const sha256 = /\/objects\/([0-9a-f]{64})/.exec(url)?.[1] ?? '';
		return {
			kind: 'output of a preview',
			names,
			file: fileIn(dataDir, sha256),
			readings: [
				['GET', url],
				['RANGE', url],
			],
		};
	});
	return [...ofRows, ...ofOutputs];
}
