import { measureRowsEngine } from './measure-rows-engine.ts';

const rows = await measureRowsEngine({ quick: process.argv.includes('--quick') });
for (const { what, measured, floor, holds } of rows) console.log([what, measured, floor, holds].join(' | '));
process.exit(0);
