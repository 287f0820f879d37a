import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openModelServer } from '../../server/testing/model-server.ts';

/** A language model scripted by a test; until then it's silent, and requests to it stay open. */
export async function openScriptedModel() {
	const model = await openModelServer();
	model.reply('silence');
	const folder = await mkdtemp(path.join(tmpdir(), 'dataset-console-models-'));
	const file = path.join(folder, 'models.json');
	const { baseUrl, models } = model.provider;
	await writeFile(file, JSON.stringify({ providers: { local: { baseUrl, models } } }));
	return {
		model,
		flags: ['--models', file],
		close: async () => {
			await model.close();
			await rm(folder, { recursive: true });
		},
	};
}
