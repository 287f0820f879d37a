import { readdirSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { shellWord } from '../platform/access/administration.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { DataFolderError } from '../store/catalog/lock.ts';

/** What a command is told of the service: by `--data-dir`, and by the environment that the service itself reads. */
export interface CommandSettings extends Pick<Settings, 'dataDir' | 'databaseUrl' | 's3'> {
	/** `--data-dir` as it was given, for the commands that are suggested. */
	readonly flags?: string;
}

type Flags = NonNullable<ParseArgsConfig['options']>;
type Values<F extends Flags> = ReturnType<typeof parseArgs<{ options: F; allowPositionals: true }>>['values'];

interface CommandLine<F extends Flags> {
	readonly values: Values<F>;
	readonly words: readonly string[];
	readonly settings: CommandSettings & Pick<Settings, 'engine'>;
	/** For words or flags that are missing, or make no sense together: what is wrong, and where the help is. */
	usageError(problem: string): Error;
}

const commonFlags = { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
const commonHelp = `  --data-dir PATH         data folder of the service (default: .data, or DATASET_CONSOLE_DATA_DIR)
  -h, --help              print this help`;

/** Runs a command, printing errors without a stack trace and exiting with 1. @param usage its help, up to the common flags */
export async function runCommand<F extends Flags>(
	usage: string,
	flags: F,
	run: (line: CommandLine<F>) => Promise<readonly string[]>,
): Promise<void> {
	const help = `${usage}\n${commonHelp}`;
	await exitOnError(async () => {
		const { values, positionals: words } = parseArgs({ allowPositionals: true, options: { ...flags, ...commonFlags } });
		const common = values as { readonly help?: boolean; readonly 'data-dir'?: string };
		if (common.help) return console.log(help);
		const dataDir = common['data-dir'];
		const { settings: read } = readSettings(dataDir === undefined ? [] : [`--data-dir=${dataDir}`], process.env);
		const settings = dataDir === undefined ? read : { ...read, flags: ` --data-dir ${shellWord(dataDir)}` };
		const [program] = /npm run \S+/.exec(usage) ?? [];
		const usageError = (problem: string) => new Error(`${problem}\nRun ${program} -- --help.`);
		const line = { values: values as Values<F>, words, settings, usageError };
		for (const text of await run(line)) console.log(text);
	});
}

export async function exitOnError(work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		const { code = '', message } = error as NodeJS.ErrnoException;
		// Node goes on to explain how to pass what looks like a flag but is none.
		console.error(
			code.startsWith('ERR_PARSE_ARGS') ? `${message.split('. ')[0]}. Run with --help for usage.` : message,
		);
		process.exit(1);
	}
}

/** Commands never create a data folder: one in a mistyped path would be taken for the service's. @throws DataFolderError */
export function assertDataFolder(dataDir: string): void {
	const problem = folderProblem(dataDir);
	if (problem === null) return;
	throw new DataFolderError(
		`${problem}. Pass the service's data folder with --data-dir. A new one is created the first time the service starts: npm start.`,
	);
}

function folderProblem(dataDir: string): string | null {
	try {
		const isOurs = readdirSync(dataDir).some((name) => /^(catalog|keys|lock\.\d+\.json)$/.test(name));
		return isOurs ? null : `${dataDir} isn't a data folder`;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') return `The data folder ${dataDir} doesn't exist`;
		return code === 'ENOTDIR' ? `${dataDir} isn't a data folder` : `Can't read the data folder ${dataDir} (${code})`;
	}
}
