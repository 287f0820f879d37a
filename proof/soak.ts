import { soak, tooLittle } from '../server/testing/soak/soak.ts';
import { readNumber } from './read-number.ts';

/** Kills the built service at random moments while clients write: `npm run soak -- --kills 1000 --minutes 60`. */
const kills = readNumber('kills', 1_000);
const minutes = readNumber('minutes', 60);

const began = performance.now();
console.log(`Up to ${kills} kills within ${minutes} min`);
const report = await soak({
	// It doesn't live long enough for optimized code to pay off.
	command: ['--liftoff-only', 'dist/server/main.js'],
	kills,
	longestMs: minutes * 60_000,
	onKill: (kill) => kill % 25 === 0 && console.log(`${kill} kills`),
});
console.log(`\n${'what'.padEnd(26)}acknowledged  during a kill: kept  dropped`);
for (const [name, { acknowledged, kept, dropped }] of report.writes) {
	console.log(
		`${name.padEnd(26)}${String(acknowledged).padStart(12)}${String(kept).padStart(21)}${String(dropped).padStart(9)}`,
	);
}
console.log(
	`All ${report.runs} acknowledged build runs exist, and all ${report.objects} objects match the hashes in their names.`,
);
console.log(`${report.kills} kills, no acknowledged write lost; ${Math.round((performance.now() - began) / 1_000)} s.`);
const lack = tooLittle(report, kills);
if (lack !== null) console.error(lack);
process.exitCode = lack === null ? 0 : 1;
