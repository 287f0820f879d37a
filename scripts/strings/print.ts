import { allEntries } from './files.ts';
import { remarksOn } from './rules.ts';

/**
 * Prints every text that people read, one per line: kind, location, text, tab-separated: `npm run strings`. `--remarks` prints only those that
 * break a rule, with the reason; `--random N` picks N of them, reproducible with `--seed`.
 */
const flags = process.argv.slice(2);
const entries = allEntries();
const drawn = Number(flags[flags.indexOf('--random') + 1]);
let state = Number(flags[flags.indexOf('--seed') + 1]) || Date.now();
/** A number in [0, 1), by a linear congruential generator. */
function random(): number {
	state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
	return state / 2 ** 32;
}
const wanted = flags.includes('--random')
	? entries
			.map((entry) => ({ entry, at: random() }))
			.sort((a, b) => a.at - b.at)
			.slice(0, drawn)
			.map(({ entry }) => entry)
	: entries;
if (flags.includes('--remarks'))
	for (const { entry, why } of entries.flatMap(remarksOn))
		console.log(`${entry.file}:${entry.line}\t${why}\t${entry.text}`);
else for (const { kind, file, line, text } of wanted) console.log(`${kind}\t${file}:${line}\t${text}`);
