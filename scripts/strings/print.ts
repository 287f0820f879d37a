import { allEntries } from './files.ts';
import { remarksOn } from './rules.ts';

/**
 * Prints every text that people read, a line each: kind, place, text, separated by tabs. `npm run strings`
 * `--remarks` prints only those that break a rule, with the reason; `--random N` draws N of them.
 */
const flags = process.argv.slice(2);
const entries = allEntries();
const drawn = Number(flags[flags.indexOf('--random') + 1]);
const wanted = flags.includes('--random')
	? entries
			.map((entry) => ({ entry, at: Math.random() }))
			.sort((a, b) => a.at - b.at)
			.slice(0, drawn)
			.map(({ entry }) => entry)
	: entries;
if (flags.includes('--remarks'))
	for (const { entry, why } of entries.flatMap(remarksOn))
		console.log(`${entry.file}:${entry.line}\t${why}\t${entry.text}`);
else for (const { kind, file, line, text } of wanted) console.log(`${kind}\t${file}:${line}\t${text}`);
