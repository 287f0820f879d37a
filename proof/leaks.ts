import { spawn } from 'node:child_process';
import { programOf } from '../scripts/program-of.ts';
import { readNumber } from './read-number.ts';

/**
 * Opens and closes every page many times and streams many events, with the heap before and after:
 * `npm run leaks -- --rounds 200 --events 100000`, after `npm run build`.
 */
const rounds = readNumber('rounds', 200);
const events = readNumber('events', 100_000);

const child = spawn(process.execPath, [programOf('playwright'), 'test', '--config', 'playwright.leaks.config.ts'], {
	stdio: 'inherit',
	env: { ...process.env, LEAK_ROUNDS: String(rounds), LEAK_EVENTS: String(events) },
});
child.once('exit', (code) => {
	process.exitCode = code ?? 1;
});
