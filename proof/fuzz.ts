import buildPrograms from '../server/testing/built-programs.ts';
import { readNumber } from './read-number.ts';

/** Sends many requests, good and bad, to every operation: `npm run fuzz -- --requests 10000 --seed 1`. */
const requests = readNumber('requests', 10_000);
const seed = readNumber('seed', Math.floor(Date.now() % 2 ** 31), 0);

const began = performance.now();
console.log(`${requests.toLocaleString('en')} requests, seed ${seed}`);
// Imported only now, because they start the programs that were just built.
const removePrograms = await buildPrograms();
const { fuzz } = await import('../server/testing/fuzz/fuzz.ts');
const { createTestService } = await import('../server/testing/service.ts');
const tally = await fuzz(createTestService, { requests, seed }).finally(removePrograms);
const rows = [...tally].sort(([a], [b]) => a.localeCompare(b));
const width = Math.max(...rows.map(([id]) => id.length));
for (const [id, counts] of rows) {
	const words = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
	console.log(`${id.padEnd(width)}  ${words.join('  ')}`);
}
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(`No 5xx responses, and all responses follow the contract (${seconds} s).`);
// A closed in-memory catalog is kept for the next test service, which would keep this process alive.
process.exit();
