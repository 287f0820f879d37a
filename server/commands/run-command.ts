import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { shellWord } from '../platform/access/administration.ts';
import { table } from '../settings/options.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { DataFolderError } from '../store/catalog/lock.ts';
import { fileProblems } from '../store/error-code.ts';

/** The service's settings, read as the service reads them: flags first, then environment variables. */
export interface CommandSettings extends Pick<Settings, 'dataDir' | 'databaseUrl' | 's3'> {
	/** The service's flags that were given, for suggested commands; excludes anything that may contain a password. */
	readonly flags?: string;
}

type Flags = NonNullable<ParseArgsConfig['options']>;
type Values<F extends Flags> = ReturnType<typeof parseArgs<{ options: F; allowPositionals: true }>>['values'];

export interface CommandLine<F extends Flags> {
	readonly values: Values<F>;
	readonly args: readonly string[];
	readonly settings: CommandSettings & Settings;
	/** An error for missing or inconsistent arguments, with the problem and how to get help. */
	usageError(problem: string): Error;
}

const settingFlags: Flags = Object.fromEntries(
	table.map(({ name, value, list }) => [name, { type: value === null ? 'boolean' : 'string', multiple: list }]),
);
const helpFlag = { help: { type: 'boolean', short: 'h' } } as const;
const commonHelp = `  --data-dir PATH         the service’s data folder (default: .data, or DATASET_CONSOLE_DATA_DIR)
  --…                     any other setting that the service was started with, such as --s3-bucket: npm start -- --help
  -h, --help              print this help`;

/**
 * Runs a command, printing errors without a stack trace. @param usage its help, up to the common flags
 * @param failed exit code after an error
 */
export async function runCommand<F extends Flags>(
	usage: string,
	flags: F,
	run: (line: CommandLine<F>) => Promise<readonly string[]>,
	failed = 1,
): Promise<void> {
	const help = `${usage}\n${commonHelp}`;
	await exitOnError(failed, async () => {
		const options = { ...settingFlags, ...flags, ...helpFlag };
		const { values, positionals: args } = parseArgs({ allowPositionals: true, options });
		if ((values as { readonly help?: boolean }).help) return console.log(help);
		const given = givenSettings(values, flags);
		const { settings: read } = readSettings(
			given.map(({ name, text }) => `--${name}=${text}`),
			process.env,
		);
		const shown = given.filter(({ name }) => name !== 'database-url');
		const repeated = shown.map(({ name, text }) => ` --${name} ${shellWord(text)}`).join('');
		const settings = repeated === '' ? read : { ...read, flags: repeated };
		const [program] = /npm run \S+/.exec(usage) ?? [];
		const usageError = (problem: string) => new Error(`${problem}\nFor help, run ${program} -- --help.`);
		const line = { values: values as Values<F>, args, settings, usageError };
		for (const text of await run(line)) console.log(text);
	});
}

/** The service's flags among those of a command, as given. */
function givenSettings(values: Readonly<Record<string, unknown>>, own: Flags): { name: string; text: string }[] {
	return table.flatMap(({ name }) => {
		const value = name in own || name === 'help' ? undefined : values[name];
		return value === undefined ? [] : [value].flat().map((text) => ({ name, text: String(text) }));
	});
}

async function exitOnError(failed: number, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		console.error(messageFor(error as NodeJS.ErrnoException));
		process.exit(failed);
	}
}

function messageFor({ code = '', message, path, syscall, cause }: NodeJS.ErrnoException): string {
	// Node's message continues with how to pass arguments that look like flags.
	if (code.startsWith('ERR_PARSE_ARGS')) return `${message.split(/\.\s|\.$/)[0]}. Run with --help for usage.`;
	if (cause instanceof Error && 'path' in cause) return `${message} (${cause.message})`;
	const reason = syscall === undefined ? undefined : fileProblems[code];
	// Errors from writing to an open file have no path.
	const where = path ?? `the data folder, or ${tmpdir()}`;
	return reason === undefined ? message : `${where}: ${reason}`;
}

/** Commands never create a data folder: one at a mistyped path could be mistaken for the service's. @throws DataFolderError */
export function assertDataFolder(dataDir: string): void {
	const problem = folderProblem(dataDir);
	if (problem === null) return;
	throw new DataFolderError(
		`${problem}. Pass the service’s data folder with --data-dir. A new one is created the first time the service starts: npm start.`,
	);
}

function folderProblem(dataDir: string): string | null {
	try {
		const isOurs = readdirSync(dataDir).some((name) => /^(catalog|keys|lock\.\d+\.json)$/.test(name));
		return isOurs ? null : `${dataDir} isn’t a data folder`;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') return `The data folder ${dataDir} doesn’t exist`;
		return code === 'ENOTDIR' ? `${dataDir} isn’t a data folder` : `Can’t read the data folder ${dataDir} (${code})`;
	}
}
