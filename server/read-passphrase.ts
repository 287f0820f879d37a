import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { passphraseLength } from './platform/access/passphrase.ts';

/** A passphrase from a file's first line, or typed twice on the terminal, which does not show it. */
export async function readPassphrase(file: string | undefined): Promise<string> {
	if (file !== undefined) {
		const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
			throw new Error(code === 'ENOENT' ? `There is no file ${file}.` : `Can't read the file ${file} (${code}).`);
		});
		return long(text.split(/\r?\n/)[0] ?? '');
	}
	if (!process.stdin.isTTY) {
		throw new Error(
			'There is no terminal to ask on. Give the passphrase with --passphrase-file, or none with --no-passphrase.',
		);
	}
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
	const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
	const ask = async (words: string): Promise<string> => {
		process.stderr.write(words);
		const typed = await terminal.question('');
		process.stderr.write('\n');
		return typed;
	};
	try {
		const passphrase = long(await ask('Passphrase: '));
		if ((await ask('The same again: ')) !== passphrase)
			throw new Error('The two were not the same. Nothing was changed.');
		return passphrase;
	} finally {
		terminal.close();
	}
}

function long(passphrase: string): string {
	const { least, most } = passphraseLength;
	if (passphrase.length >= least && passphrase.length <= most) return passphrase;
	throw new Error(`A passphrase has ${least} to ${most} characters. Nothing was changed.`);
}
