import { parseArgs } from 'node:util';
import { Name } from '#contract/ids.ts';
import type { Command } from './platform/administration.ts';
import { hashPassphrase } from './platform/passphrase.ts';
import { readPassphrase } from './read-passphrase.ts';
import { dataDirOf, sendCommand } from './send-command.ts';

const usage = `npm run user -- add NAME [--name TEXT] [--email ADDRESS] [--passphrase-file FILE | --no-passphrase]
npm run user -- passphrase NAME [--passphrase-file FILE]
npm run user -- disable NAME
npm run user -- enable NAME
npm run user -- list

With [--data-dir PATH], as for npm start. The service may be running.`;

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			name: { type: 'string' },
			email: { type: 'string' },
			'passphrase-file': { type: 'string' },
			'no-passphrase': { type: 'boolean' },
			'data-dir': { type: 'string' },
		},
	});
	const [deed = '', username = '', ...more] = positionals;
	if (more.length > 0 || (deed !== 'list' && username === '')) throw new Error(usage);
	const lines = await sendCommand(dataDirOf(values['data-dir']), await commandOf(deed, username, values));
	for (const line of lines) console.log(line);
}

interface Given {
	readonly name?: string;
	readonly email?: string;
	readonly 'passphrase-file'?: string;
	readonly 'no-passphrase'?: boolean;
}

async function commandOf(deed: string, username: string, given: Given): Promise<Command> {
	const passphrase = async () => hashPassphrase(await readPassphrase(given['passphrase-file']));
	switch (deed) {
		case 'list':
			return { kind: 'list-users' };
		case 'add': {
			if (!Name.safeParse(username).success)
				throw new Error(`"${username}" is no name: letters, digits, _, -, . and spaces, 128 at most.`);
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
			throw new Error(usage);
	}
}

try {
	await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
