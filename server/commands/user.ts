import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Name } from '#contract/ids.ts';
import type { Command } from '../platform/access/administration.ts';
import { hashPassphrase, passphraseLength } from '../platform/access/passphrase.ts';
import { isShared } from '../settings/settings.ts';
import { assertDataFolder, type CommandSettings, runCommand } from './run-command.ts';
import { sendCommand } from './send-command.ts';

const usage = `Usage: npm run user -- COMMAND [--data-dir PATH]

Manages the service’s users. You can run this while the service is running. Without npm: node dist/server/user.js

Commands:
  list                    list all users
  add NAME                add a user, with a passphrase you enter
  passphrase NAME         set a new passphrase
  disable NAME            block sign-in and revoke the user’s tokens
  enable NAME             allow sign-in again

Options:
  --name TEXT             for add: full name (default: the username)
  --email ADDRESS         for add: email address
  --passphrase-file FILE  for add and passphrase: use the first line of a file instead of asking
  --no-passphrase         for add: the user signs in with one-time links only (npm run sign-in -- NAME)`;

const flags = {
	name: { type: 'string' },
	email: { type: 'string' },
	'passphrase-file': { type: 'string' },
	'no-passphrase': { type: 'boolean' },
} as const;

await runCommand(usage, flags, async ({ values, args, settings, usageError }) => {
	const [action, username = '', ...more] = args;
	const known = 'Use list, add, passphrase, disable or enable.';
	if (action === undefined) throw usageError(`The command is missing. ${known}`);
	if (!['list', 'add', 'passphrase', 'disable', 'enable'].includes(action))
		throw usageError(`Unknown command "${action}". ${known}`);
	const [extra] = action === 'list' ? args.slice(1) : more;
	if (extra !== undefined) throw usageError(`Unexpected argument "${extra}". Quote names that contain spaces.`);
	if (action !== 'list' && username === '') throw usageError('The username is missing. Add it after the command.');
	return sendCommand(settings, await commandOf(action, username, values, settings));
});

interface Given {
	readonly name?: string;
	readonly email?: string;
	readonly 'passphrase-file'?: string;
	readonly 'no-passphrase'?: boolean;
}

async function commandOf(action: string, username: string, given: Given, settings: CommandSettings): Promise<Command> {
	const passphrase = async () => {
		if (!isShared(settings)) assertDataFolder(settings.dataDir);
		return hashPassphrase(await readPassphrase(given['passphrase-file']));
	};
	switch (action) {
		case 'add': {
			if (!Name.safeParse(username).success)
				throw new Error(
					`"${username}" isn’t a valid username. Use up to 128 letters, digits, underscores, hyphens, periods and spaces, with no space at either end.`,
				);
			const none = given['no-passphrase'] === true;
			return {
				kind: 'add-user',
				username,
				name: given.name ?? username,
				email: given.email ?? '',
				passphrase: none ? null : await passphrase(),
			};
		}
		case 'passphrase':
			return { kind: 'set-passphrase', username, passphrase: await passphrase() };
		case 'disable':
			return { kind: 'disable-user', username };
		case 'enable':
			return { kind: 'enable-user', username };
		default:
			return { kind: 'list-users' };
	}
}

/** Reads a passphrase from a file's first line, or twice from the terminal, without echo. */
async function readPassphrase(file: string | undefined): Promise<string> {
	if (file !== undefined) {
		const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
			throw new Error(
				code === 'ENOENT'
					? `There is no file ${file}. Check the path.`
					: `Can’t read the file ${file} (${code}). Check its permissions.`,
			);
		});
		return long(text.split(/\r?\n/)[0] ?? '');
	}
	if (!process.stdin.isTTY) {
		throw new Error(
			'Can’t ask for a passphrase without a terminal. Pass the passphrase with --passphrase-file. To add a user without a passphrase, use --no-passphrase.',
		);
	}
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
	const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
	const ask = async (question: string): Promise<string> => {
		process.stderr.write(question);
		const typed = await terminal.question('');
		process.stderr.write('\n');
		return typed;
	};
	try {
		const passphrase = long(await ask('Passphrase: '));
		if ((await ask('Repeat the passphrase: ')) !== passphrase)
			throw new Error('The passphrases don’t match. Nothing was changed. Try again.');
		return passphrase;
	} finally {
		terminal.close();
	}
}

function long(passphrase: string): string {
	const { least, most } = passphraseLength;
	if (passphrase.length >= least && passphrase.length <= most) return passphrase;
	throw new Error(`Use a passphrase of ${least} to ${most} characters. Nothing was changed.`);
}
