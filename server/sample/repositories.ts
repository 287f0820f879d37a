import fs from 'node:fs';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { add, commit, init, tag } from 'isomorphic-git';

/** The repository of the sample's pipeline, as its payload names it. */
export const sampleRepository = 'flight-reports';

/** Fixed, so that the commit's id is always the same. */
const author = {
	name: 'Dataset Console',
	email: 'console@example.org',
	timestamp: Date.UTC(2026, 0, 1) / 1000,
	timezoneOffset: 0,
};

/** Files of the first commit, to compare the current one with. */
const firstFiles = ['README.md', 'steps/flights_by_month.sql'];
const firstManifest = {
	steps: [{ name: 'flights_by_month', file: 'steps/flights_by_month.sql' }],
	outputs: [{ name: 'flights_per_month', step: 'flights_by_month', target: {} }],
};

/**
 * Creates or replaces the sample's repository with two commits on `main`, the first tagged `v1`. @param folder of repositories @param dataFolder of
 * the sample
 */
export async function putSampleRepository(folder: string, dataFolder: string): Promise<void> {
	const draft = join(folder, `.${sampleRepository}-new`);
	await rm(draft, { recursive: true, force: true });
	await cp(join(dataFolder, 'repositories', sampleRepository), draft, { recursive: true });
	const files = await filesIn(draft);
	await init({ fs, dir: draft, defaultBranch: 'main' });
	const manifest = join(draft, 'pipeline.json');
	const present = await readFile(manifest);
	await writeFile(manifest, `${JSON.stringify(firstManifest, null, '\t')}\n`);
	await add({ fs, dir: draft, filepath: [...firstFiles, 'pipeline.json'] });
	await commit({
		fs,
		dir: draft,
		message: 'Report flights by month\n',
		author: { ...author, timestamp: author.timestamp - 86_400 },
	});
	await tag({ fs, dir: draft, ref: 'v1' });
	await writeFile(manifest, present);
	await add({ fs, dir: draft, filepath: files });
	await commit({ fs, dir: draft, message: 'Report flights by month and delays by state\n', author });
	const target = join(folder, sampleRepository);
	await rm(target, { recursive: true, force: true });
	await rename(draft, target);
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
	return files.map((file) => file.split(sep).join('/'));
}
