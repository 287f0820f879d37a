import { measureAnswer } from './agents/measure-answer.ts';
import { measureStream } from './agents/measure-stream.ts';
import { measureTyping } from './agents/measure-typing.ts';
import { measureGraph } from './build-specs/measure-graph.ts';
import { measureList } from './build-specs/measure-list.ts';
import { compareWithBefore } from './compare.ts';
import { measureDurability } from './durability/measure-durability.ts';
import { measureEditor } from './editor/measure-editor.ts';
import { measureGrid } from './grid/measure-grid.ts';
import { measurePreview } from './ingest/measure-preview.ts';
import { measureUpload } from './ingest/measure-upload.ts';
import { measureLarge } from './large/measure-large.ts';
import { measureWorkspace } from './large/measure-workspace.ts';
import { measureTrial } from './links/measure-trial.ts';
import { measureLoad } from './load/measure-load.ts';
import { measurePeers } from './load/measure-peers.ts';
import { describeMachine, loadWords, untilIdle } from './machine.ts';
import { measureNavigation } from './navigation/measure-navigation.ts';
import { measureOutputs } from './outputs/measure-outputs.ts';
import { readReport, type Section, writeReport } from './report.ts';
import { measureRows } from './rows/measure-rows.ts';
import { measureRowsEngine } from './rows-engine/measure-rows-engine.ts';
import { measureRowsHuge } from './rows-engine/measure-rows-huge.ts';
import { measureRun } from './runs/measure-run.ts';
import { measureSearch } from './search/measure-search.ts';
import { measureGet } from './service/measure-get.ts';
import { measureIdle } from './service/measure-idle.ts';
import { measureSpark } from './spark/measure-spark.ts';
import { exitCodeOf, printTable } from './table.ts';
import { measureVersions } from './versions/measure-versions.ts';

/** Parts that can be measured separately: `npm run bench -- --quick grid`. */
const parts = {
	load: measureLoad,
	peers: measurePeers,
	navigation: measureNavigation,
	list: measureList,
	workspace: measureWorkspace,
	editor: measureEditor,
	run: measureRun,
	grid: measureGrid,
	graph: measureGraph,
	outputs: measureOutputs,
	typing: measureTyping,
	answer: measureAnswer,
	stream: measureStream,
	rows: measureRows,
	'rows-engine': measureRowsEngine,
	'rows-huge': measureRowsHuge,
	get: measureGet,
	idle: measureIdle,
	search: measureSearch,
	durability: measureDurability,
	trial: measureTrial,
	versions: measureVersions,
	preview: measurePreview,
	upload: measureUpload,
	large: measureLarge,
	spark: measureSpark,
};
/** Parts that take long and need gigabytes: with --quick, which takes five minutes, they run only if named. */
const heavy: readonly string[] = [
	'peers',
	'navigation',
	'workspace',
	'idle',
	'outputs',
	'rows-engine',
	'rows-huge',
	'typing',
	'trial',
	'versions',
	'preview',
	'upload',
	'large',
	'spark',
];

/** Measures all speed claims and their floors in the same run: `npm run bench`, or `npm run bench -- --quick`. */
const quick = process.argv.includes('--quick');
const anyway = process.argv.includes('--busy');
/** The last measurement stays in the load average for this long, ms. */
const settling = 180_000;
const named = process.argv.slice(2).filter((value) => !value.startsWith('--'));
const unknown = named.filter((value) => !Object.hasOwn(parts, value));
if (unknown.length > 0)
	throw new Error(`Unknown part: ${unknown.join(', ')}. Available parts: ${Object.keys(parts).join(', ')}.`);
const began = performance.now();
const today = new Date().toISOString().slice(0, 10);
console.log(`${today}, ${describeMachine()}; before: ${loadWords()}`);
const sections: Section[] = [];
for (const [part, measure] of Object.entries(parts)) {
	if (named.length > 0 ? !named.includes(part) : quick && heavy.includes(part)) continue;
	if (part === 'spark' && !process.env.TEST_SPARK_HOME) {
		console.error('… spark: skipped. To measure it, run `npm run bench:spark`.');
		continue;
	}
	if (!anyway && !(await untilIdle(settling))) {
		console.error(
			`Stopped before ${part}: ${loadWords()}. Other load would distort the figures. To measure anyway, add --busy.`,
		);
		process.exit(3);
	}
	const [from, before] = [performance.now(), loadWords()];
	const rows = await measure({ quick });
	const took = `${Math.round((performance.now() - from) / 1_000)} s`;
	console.error(`… ${part}: ${took}`);
	const command = `npm run bench -- ${quick ? '--quick ' : ''}${part}`;
	const taken = `${today}, ${describeMachine()}; \`${command}\`, ${took}; before: ${before}, after: ${loadWords()}.`;
	sections.push({ part, taken, rows });
}
const rows = sections.flatMap((section) => section.rows);
printTable(rows);
const { losses, skipped } = compareWithBefore(await readReport(), sections, describeMachine());
await writeReport(sections, Object.keys(parts));
for (const part of skipped) console.log(`Not compared: ${part}`);
for (const loss of losses) console.log(`Slower or larger: ${loss}`);
console.log(`after: ${loadWords()}; it took ${Math.round((performance.now() - began) / 1_000)} s`);
// The in-memory catalog of a closed service is kept for the next test service, and would keep this process alive.
process.exit(losses.length > 0 ? 2 : exitCodeOf(rows));
