import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { count, size } from '../../engine/format.ts';
import type { Settings } from '../../settings/settings.ts';
import { errorCode } from '../../store/error-code.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** The oldest supported Node, as in package.json. */
const oldestNode = [20, 19] as const;

export async function versions(): Promise<Finding[]> {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	const isNew = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
	const npm = /npm\/(\S+)/.exec(process.env.npm_config_user_agent ?? '')?.[1];
	return [
		isNew
			? ok('Node', process.version)
			: fail('Node', process.version, `Install Node ${oldestNode.join('.')} or later.`),
		...(npm === undefined ? [] : [ok('npm', npm)]),
		await engine(),
	];
}

async function engine(): Promise<Finding> {
	try {
		const { version } = await import('@duckdb/node-api');
		return ok('Engine', `DuckDB ${version()}`);
	} catch (error) {
		return fail('Engine', `DuckDB can’t be loaded: ${firstLine(error)}`, 'Reinstall the packages: npm ci');
	}
}

export const consoleBuild = ({ consoleDir }: Settings): Finding =>
	consoleDir === null
		? warn('Console', 'not built, so only the API is served', 'Build it: npm run build')
		: ok('Console', consoleDir);

/** Whether the providers of language models respond, accept their keys, and have the configured models. */
export function languageModels({ models: { providers } }: Settings): Promise<Finding[]> {
	if (providers.length === 0)
		return Promise.resolve([ok('Models', 'none, so agents use the built-in question reader')]);
	return Promise.all(
		providers.map(async ({ name, baseUrl, apiKey, models }) => {
			const what = `Models from ${name}`;
			const answer = await fetch(`${baseUrl}/models`, {
				headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
				signal: AbortSignal.timeout(5_000),
			}).catch(() => null);
			if (answer === null)
				return warn(what, `${baseUrl} can’t be reached`, 'Start the provider, or correct its baseUrl.');
			if (answer.status === 401 || answer.status === 403) {
				return warn(
					what,
					apiKey === null
						? `${baseUrl} requires an API key (status ${answer.status})`
						: `the API key was rejected (status ${answer.status})`,
					apiKey === null
						? 'Set apiKeyEnv in the models file to the variable that contains the key.'
						: 'Correct the API key in the environment variable set as apiKeyEnv.',
				);
			}
			// Not every provider can list its models.
			if (!answer.ok && answer.status !== 404) {
				return warn(
					what,
					`${baseUrl} responds with status ${answer.status}`,
					'Check baseUrl, or contact the provider.',
				);
			}
			const listed: unknown = answer.ok ? await answer.json().catch(() => null) : null;
			const ids = listOf(listed).map((model) => Object(model).id);
			const missing = models.filter((model) => !ids.includes(model));
			if (ids.length === 0 || missing.length === 0) return ok(what, models.join(', '));
			return warn(
				what,
				`the provider doesn’t list ${missing.join(', ')}`,
				`Correct the models in the models file. Available: ${ids.slice(0, 10).join(', ')}.`,
			);
		}),
	);
}

const listOf = (listed: unknown): readonly unknown[] => {
	const { data } = Object(listed);
	return Array.isArray(data) ? data : [];
};

/** Permissions and owner of the data folder, which contains the keys. Before the first start, it need not exist. */
export async function dataFolder({ dataDir }: Settings): Promise<Finding[]> {
	const what = 'Data folder';
	const remedy = 'Run this as the service’s user, or pass its data folder with --data-dir.';
	const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error);
	if (found instanceof Error) {
		if (found.code !== 'ENOENT') return [fail(what, `${dataDir} can’t be read (${found.code})`, remedy)];
		return [warn(what, `${dataDir} doesn’t exist yet`, 'Start the service to create it: npm start')];
	}
	if (!found.isDirectory()) return [fail(what, `${dataDir} is a file`, 'Choose a folder with --data-dir.')];
	const isWritable = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
		() => true,
		() => false,
	);
	if (!isWritable) return [fail(what, `no permission to read and write ${dataDir}`, remedy)];
	const names = await readdir(dataDir);
	if (names.length > 0 && !names.some((name) => /^(catalog|keys|lock\.\d+\.json)$/.test(name)))
		return [fail(what, `${dataDir} isn’t a data folder`, 'Pass the service’s data folder with --data-dir.')];
	return [...ownership(dataDir, found), ...(await secrets(dataDir))];
}

/** Whether the data folder exists but this user may not read it. */
export const isHidden = async ({ dataDir }: Pick<Settings, 'dataDir'>): Promise<boolean> =>
	access(dataDir, constants.R_OK | constants.X_OK).then(
		() => false,
		(error: unknown) => ['EACCES', 'EPERM'].includes(errorCode(error)),
	);

/** How to run this command as the service's user; null if the current user is the service's user. */
export async function asServiceUser({ dataDir }: Pick<Settings, 'dataDir'>): Promise<string | null> {
	const [found, own] = [await stat(dataDir).catch(() => null), process.getuid?.()];
	if (own === undefined || found?.uid === own) return null;
	if (found === null) return (await isHidden({ dataDir })) ? 'Run this as the service’s user.' : null;
	return `Run this as the service’s user: sudo -u '#${found.uid}' node dist/server/doctor.js …`;
}

function ownership(dataDir: string, { uid, mode }: { uid: number; mode: number }): Finding[] {
	const what = 'Data folder';
	if (process.platform === 'win32') return [ok(what, dataDir)];
	const mine = process.getuid?.() ?? uid;
	if (uid !== mine)
		return [
			warn(
				what,
				`${dataDir} is owned by user ${uid}, but you’re running this as user ${mine}`,
				`Run the service and its commands as user ${uid}.`,
			),
		];
	if ((mode & 0o077) !== 0)
		return [warn(what, `other users can read ${dataDir}`, `Make it private: chmod 700 ${dataDir}`)];
	return [ok(what, dataDir)];
}

async function secrets(dataDir: string): Promise<Finding[]> {
	if (process.platform === 'win32') return [];
	const file = join(dataDir, 'keys', 'keys.json');
	const found = await stat(file).catch(() => null);
	if (found === null) return [];
	return [
		(found.mode & 0o077) === 0
			? ok('Signing keys', file)
			: fail(
					'Signing keys',
					`other users can read ${file}`,
					`Make it private: chmod 600 ${file}. Then run: npm run keys -- rotate`,
				),
	];
}

/** Minimum free space, bytes; less than twice as much is a warning. */
const leastFree = 2 ** 30;

export async function diskSpace({ dataDir }: Settings): Promise<Finding> {
	const disk = await statfs(dataDir).catch(() => statfs(dirname(dataDir)).catch(() => null));
	if (disk === null) return warn('Disk space', 'unknown', 'Check the disk that holds the data folder.');
	const [free, all] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
	const details = `${size(free)} of ${size(all)} free`;
	const remedy = 'Free some space, or lower --keep-preview-bytes and --keep-runs-days.';
	if (free < leastFree) return fail('Disk space', details, remedy);
	return free < 2 * leastFree || free < all / 20 ? warn('Disk space', details, remedy) : ok('Disk space', details);
}

/** Memory of the service itself, not available to runs, bytes. */
const ownBytes = 512 * 2 ** 20;

export function memory({ engine }: Settings): Finding {
	const [needed, all] = [engine.concurrency * engine.memoryBytes + ownBytes, totalmem()];
	const details = `${size(all)}. ${count(engine.concurrency, 'concurrent run')} and the service may need up to ${size(needed)}`;
	return needed > all
		? warn('Memory', details, 'Lower --run-concurrency or --run-memory-bytes.')
		: ok('Memory', details);
}

/** Tolerated clock skew of file times, ms; a file time further in the future was written under another clock setting. */
const tolerated = 60_000;

export async function clock({ dataDir }: Settings, now = Date.now()): Promise<Finding> {
	const names = await readdir(dataDir).catch(() => []);
	const times = await Promise.all(
		names.map(async (name) => (await stat(join(dataDir, name)).catch(() => null))?.mtimeMs ?? 0),
	);
	const ahead = Math.max(0, ...times) - now;
	const details = new Date(now).toISOString();
	if (ahead <= tolerated) return ok('Clock', details);
	const minutes = Math.round(ahead / 60_000);
	return fail(
		'Clock',
		`${details}, but files in the data folder are dated ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} later`,
		'Set the clock, and keep it in sync with NTP.',
	);
}

export const firstLine = (error: unknown): string =>
	(error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
