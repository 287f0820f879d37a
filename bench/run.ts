import { measureTyping } from './agents/measure-typing.ts';
import { measureGrid } from './grid/measure-grid.ts';
import { describeMachine, loadWords } from './machine.ts';
import { measureOutputs } from './outputs/measure-outputs.ts';
import { printTable, type Row } from './table.ts';

/** Measures what is claimed of speed, beside its floor in the same run: `npm run bench`, or `npm run bench -- --quick`. */
const quick = process.argv.includes('--quick');
console.log(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}; before: ${loadWords()}`);
const rows: Row[] = [
	...(await measureGrid({ quick })),
	...(await measureOutputs({ quick })),
	...(await measureTyping({ quick })),
];
printTable(rows);
console.log(`after: ${loadWords()}`);
process.exitCode = rows.some((row) => row.holds === false) ? 1 : 0;
