import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestService, type TestService } from '../testing/service.ts';
import { type Listener, listen } from './listen.ts';

/** Client code that uses the types generated from the OpenAPI document, without casts or `any`. */
const program = `
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const { BASE_URL: baseUrl = '', TOKEN: token = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });

type Failure = components['schemas']['ErrorResponse'];
const read = <T>({ data, error }: { data?: T; error?: Failure }): T => {
	if (data === undefined) throw new Error(\`\${error?.error_code}: \${error?.message}\`);
	return data;
};

const me = read(await client.GET('/user/me'));
const namespaces = read(await client.GET('/namespaces', { params: { query: { limit: 100 } } })).items;
const { items } = read(await client.GET('/build-specs'));
const listed = items.find((item) => item.destination.datasetName === 'airport_delays');
if (listed === undefined) throw new Error('There is no BuildSpec for airport_delays.');

const path = { buildSpecId: listed.id };
const seen = await client.GET('/build-specs/{buildSpecId}', { params: { path } });
const etag = seen.response.headers.get('ETag') ?? '';
const { sources, destination } = read(seen);
const body = { sources, destination, code: { payload: 'SELECT iata, name FROM aviation.airports ORDER BY iata LIMIT 7' } };
const header = { 'If-Match': etag };
const edited = read(await client.PUT('/build-specs/{buildSpecId}', { params: { path, header }, body }));
const stale = await client.PUT('/build-specs/{buildSpecId}', { params: { path, header }, body });

let run = read(await client.POST('/build-specs/{buildSpecId}/preview-runs', { params: { path } }));
while (run.state === 'queued' || run.state === 'running') {
	await new Promise((resolve) => setTimeout(resolve, 50));
	run = read(await client.GET('/build-runs/{buildRunId}', { params: { path: { buildRunId: run.id } } }));
}
const outputs = read(await client.GET('/build-runs/{buildRunId}/outputs', { params: { path: { buildRunId: run.id } } }));
const [output] = outputs.items;
if (output === undefined || !('href' in output)) throw new Error('The run has no output.');
const { downloadUrl } = read(
	await client.GET('/build-runs/{buildRunId}/outputs/{output}', {
		params: { path: { buildRunId: run.id, output: output.datasetName } },
	}),
);
const file = await (await fetch(downloadUrl)).arrayBuffer();
const rows = await parquetReadObjects({ file, compressors });

console.log(
	JSON.stringify({
		username: me.username,
		namespaces: namespaces.map((item) => item.namespace),
		versions: [listed.version, edited.version],
		stale: [stale.response.status, stale.error?.error_code],
		state: run.state,
		bytes: [run.bytes, file.byteLength],
		rows,
	}),
);
`;

const settings = {
	compilerOptions: {
		target: 'ES2023',
		lib: ['ES2023', 'DOM', 'DOM.Iterable'],
		module: 'NodeNext',
		types: ['node'],
		strict: true,
		exactOptionalPropertyTypes: true,
		noUncheckedIndexedAccess: true,
		skipLibCheck: true,
		outDir: 'out',
	},
	files: ['client.ts'],
};

const run = promisify(execFile);

let service: TestService;
let listener: Listener;
let folder: string;
beforeAll(async () => {
	listener = await listen('127.0.0.1', 0, 1_000_000);
	service = await createTestService({ publicUrl: `http://127.0.0.1:${listener.port}` });
	listener.serve(service.app as Parameters<Listener['serve']>[0]);
	folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
});
afterAll(async () => {
	await listener.close();
	await service.close();
	await rm(folder, { recursive: true, force: true });
});

test('a client with generated types edits a BuildSpec, previews it and reads the rows', async () => {
	const base = `${service.settings.publicUrl}/api/v1`;
	const node = async (...args: string[]) => {
		const env = { ...process.env, BASE_URL: base, TOKEN: await service.tokenFor('demo'), NODE_OPTIONS: '' };
		// The compiler writes its errors to standard output.
		return (
			await run(process.execPath, args, { cwd: folder, env }).catch((error) => Promise.reject(error.stdout || error))
		).stdout;
	};
	await symlink(resolve('node_modules'), join(folder, 'node_modules'));
	await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
	await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
	await writeFile(join(folder, 'client.ts'), program);
	const hook = resolve('scripts/typescript-api.mjs');
	await node(
		'--import',
		hook,
		'node_modules/openapi-typescript/bin/cli.js',
		`${base}/openapi.json`,
		'-o',
		'schema.d.ts',
	);
	await node('node_modules/typescript/bin/tsc', '-p', '.');

	const output = JSON.parse(await node('out/client.js'));
	const columns = { iata: expect.any(String), name: expect.any(String) };
	expect(output).toEqual({
		username: 'demo',
		namespaces: expect.arrayContaining(['aviation', 'geography']),
		versions: [1, 2],
		stale: [412, 'VERSION_CONFLICT'],
		state: 'succeeded',
		bytes: [output.bytes[1], output.bytes[1]],
		rows: Array(7).fill(columns),
	});
});
