import { measureAnswer } from './agents/measure-answer.ts';
import { measureStream } from './agents/measure-stream.ts';
import { measureTyping } from './agents/measure-typing.ts';
import { measureGrid } from './grid/measure-grid.ts';
import { measurePreview } from './ingest/measure-preview.ts';
import { measureTrial } from './links/measure-trial.ts';
import { describeMachine, loadWords } from './machine.ts';
import { measureOutputs } from './outputs/measure-outputs.ts';
import { measureRows } from './rows/measure-rows.ts';
import { printTable, type Row } from './table.ts';

/** What can be measured alone: `npm run bench -- --quick grid`. */
const parts = {
	grid: measureGrid,
	outputs: measureOutputs,
	typing: measureTyping,
	rows: measureRows,
	answer: () => measureAnswer(),
	stream: measureStream,
	trial: measureTrial,
	preview: () => measurePreview(),
};

/** Measures what is claimed of speed, beside its floor in the same run: `npm run bench`, or `npm run bench -- --quick`. */
const quick = process.argv.includes('--quick');
const named = process.argv.slice(2).filter((it) => !it.startsWith('--'));
const unknown = named.filter((it) => !Object.hasOwn(parts, it));
if (unknown.length > 0)
	throw new Error(`There is no part “${unknown.join(', ')}”. There are: ${Object.keys(parts).join(', ')}.`);
const began = performance.now();
console.log(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}; before: ${loadWords()}`);
const rows: Row[] = [];
for (const [name, measure] of Object.entries(parts))
	if (named.length === 0 || named.includes(name)) rows.push(...(await measure({ quick })));
printTable(rows);
console.log(`after: ${loadWords()}; it took ${Math.round((performance.now() - began) / 1_000)} s`);
process.exitCode = rows.some((row) => row.holds === false) ? 1 : 0;
