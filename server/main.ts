import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { IsolationError } from './engine/isolation/choose.ts';
import { createConsoleApp } from './http/console/console-app.ts';
import { ListenError, type Listener, listen } from './http/listen.ts';
import { createJsonLog, createTextLog, type Log, textLog } from './logging/log.ts';
import { signInAddress } from './platform/access/sign-in-code.ts';
import { findUser } from './platform/access/users.ts';
import { sampleOwner } from './sample/sample.ts';
import { openService, type Service } from './service.ts';
import { helpText, readSettings, SettingsError } from './settings/read-settings.ts';
import type { ConsoleOnly, Settings } from './settings/settings.ts';
import { addressOf } from './settings/settings-of.ts';
import { CatalogError } from './store/catalog/catalog-error.ts';
import { DatabaseError } from './store/catalog/database-error.ts';
import { ObjectsMismatchError } from './store/catalog/installation-id.ts';
import { DataFolderError, type Lock, takeLock } from './store/catalog/lock.ts';
import { fileProblems } from './store/error-code.ts';
import { StoreError } from './store/objects/types.ts';

/** Delay after the start before loading what may be needed later, ms. */
const warmAfterMs = 10_000;
/** Delay after the start before collecting what only the start needed, ms. */
const collectAfterMs = 30_000;

try {
	await main();
} catch (error) {
	const expected = [
		SettingsError,
		ListenError,
		DataFolderError,
		DatabaseError,
		CatalogError,
		ObjectsMismatchError,
		StoreError,
		IsolationError,
	].some((type) => error instanceof type);
	const { code, syscall, path, message } = error as NodeJS.ErrnoException;
	if (expected) textLog.error(message);
	else if (code === 'EMFILE' || code === 'ENFILE')
		textLog.error('Can’t start: too many open files. Raise the limit, for example with: ulimit -n 65536');
	else if (syscall !== undefined && path !== undefined)
		textLog.error(
			`Can’t start. ${path}: ${fileProblems[code ?? ''] ?? `can’t be used (${code ?? 'unknown cause'}). Check this path and its permissions.`}`,
		);
	else textLog.error('Can’t start.', error);
	process.exit(1);
}

async function main(): Promise<void> {
	const flags = process.argv.slice(2);
	// Help works even if everything else is wrong.
	if (flags.includes('--help') || flags.includes('-h')) {
		console.log(helpText());
		return;
	}
	const command = readSettings(flags, process.env);
	const requested = command.settings;
	if (command.alone !== null) return serveConsole(requested, command.alone);
	const log = requested.log === 'json' ? createJsonLog(requested.logLevel) : createTextLog(requested.logLevel);
	// Node itself would print the error with all its details.
	process.on('uncaughtException', (error) => {
		log.error('The service failed and is shutting down.', error);
		process.exit(1);
	});
	// A port in use must not leave a new folder behind; if the folder exists, "in use by another service" is the better message.
	const takePort = () => listen(requested.host, requested.port, requested.maxBodyBytes);
	const early = existsSync(requested.dataDir) ? null : await takePort();
	const lock = await takeLock(requested.dataDir);
	let listener: Listener | null = early;
	let service: Service | null = null;
	try {
		listener ??= await takePort();
		const settings = placedAt(requested, listener.port);
		service = await openService({ settings, resetSample: command.resetSample, log });
		listener.serve(service.app);
		await lock.announce(settings.publicUrl, addressOf(settings.host, settings.port));
		log.info?.('running', {
			address: settings.publicUrl,
			dataDir: settings.dataDir,
			isolation: service.isolation.layer.layer,
		});
		if (log.info === null) await greet(service, console.log);
		// Logs are stored, terminal output isn't: only a terminal may show the sign-in URL.
		else if (process.stderr.isTTY) await greet(service, console.error);
	} catch (error) {
		await service?.close();
		await lock.release();
		throw error;
	}
	const [taken, opened] = [listener, service];
	// The code for previews takes a third of a second to load, which the first preview shouldn't have to wait for.
	setTimeout(opened.platform.ingesting.warm, warmAfterMs).unref();
	setTimeout(collect, collectAfterMs).unref();
	stopOnSignals(
		async () => {
			await Promise.all([opened.stop(), taken.close()]);
			await opened.close();
		},
		lock,
		log,
	);
}

/** Collects garbage once, which takes about 50 ms: V8 collects only under pressure, so an idle service would keep 30 MB for nothing. */
function collect(): void {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
}

function placedAt(requested: Settings, port: number): Settings {
	const own = requested.publicUrl === addressOf(requested.host, requested.port);
	return { ...requested, port, publicUrl: own ? addressOf(requested.host, port) : requested.publicUrl };
}

/** `--service URL`: opens and stores nothing. */
async function serveConsole(requested: Settings, alone: ConsoleOnly): Promise<void> {
	const listener = await listen(requested.host, requested.port, requested.maxBodyBytes);
	const settings = placedAt(requested, listener.port);
	listener.serve(createConsoleApp(settings, alone, textLog));
	console.log(`\nDataset Console is running at ${settings.publicUrl}`);
	console.log(`The console connects to the service at ${alone.service.baseUrl}. No service was started here.`);
	if (settings.consoleDir === null) console.log('The console isn’t built. Build it with: npm run build');
	console.log(
		alone.proxy
			? 'This server proxies requests to the service and stores nothing.'
			: `The service must allow requests from ${new URL(settings.publicUrl).origin} (CORS). If it doesn’t, add --proxy.`,
	);
	stopOnSignals(() => listener.close(), null, textLog);
}

async function greet({ platform, isolation }: Service, print: (line: string) => void): Promise<void> {
	const { settings, keys, catalog } = platform;
	const user = await findUser(catalog.db, sampleOwner.username);
	print(`\nDataset Console is running at ${settings.publicUrl}`);
	const database = settings.databaseUrl === null ? '' : ', catalog in PostgreSQL';
	const own = addressOf(settings.host, settings.port);
	if (own !== settings.publicUrl) print(`Listening on ${own}`);
	const bucket = settings.s3 === null ? '' : `, objects in the bucket ${settings.s3.bucket}`;
	print(`Data folder: ${settings.dataDir}${database}${bucket}`);
	if (isolation.layer.layer === 'none' && settings.engine.isolation !== 'off') print(unisolated(isolation));
	if (settings.consoleDir === null)
		print('The console isn’t built, so only the API is served. Build it with: npm run build');
	if (settings.coreOnly) print('Only the core API is available (--core-only).');
	if (process.platform === 'win32')
		print(
			'On Windows, only DuckDB limits how much memory a run uses. The service can’t stop a run that exceeds its limit.',
		);
	if (settings.chaos.length > 0) {
		print('\n!!! CHAOS IS ON: requests are delayed and fail on purpose (--chaos). Don’t use this for real work. !!!');
	}
	if (user === null || !settings.signInLinks) return;
	print(`\nOpen this link to sign in as ${user.username} (once, within 15 minutes):`);
	print(`${signInAddress(keys, settings.publicUrl, user.username, platform.now())}\n`);
}

/** @returns why runs are confined only by DuckDB, and how to fix that */
function unisolated({ rejected }: Service['isolation']): string {
	const tried = rejected.map(({ layer, reason }) => `${layer}: ${reason}`).join(', ');
	return `Runs aren’t isolated by the operating system${tried === '' ? '' : ` (${tried})`}. See docs/isolation.md, or run: npm run doctor`;
}

/** Further signals within this time count as the first one, ms: at Ctrl-C the terminal sends one, and npm another. */
const sameWishMs = 1_000;

/** The first signal stops the service gracefully, a later one immediately. */
function stopOnSignals(close: () => Promise<void>, lock: Lock | null, log: Log): void {
	let begun: number | null = null;
	const stop = async () => {
		if (begun !== null) {
			if (performance.now() - begun > sameWishMs) process.exit(1);
			return;
		}
		begun = performance.now();
		try {
			await close();
		} catch (error) {
			log.error('The service didn’t shut down cleanly.', error);
			process.exitCode = 1;
		}
		await lock?.release();
		process.exit();
	};
	process.on('SIGINT', stop);
	process.on('SIGTERM', stop);
}
