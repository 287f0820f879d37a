import { offlineWriter } from '../../server/agents/offline/offline-writer.ts';
import { withPreviousAnswer } from '../../server/agents/previous-answer/with-previous-answer.ts';
import { createContextReader } from '../../server/agents/query/read-context.ts';
import { createTestService } from '../../server/testing/service.ts';
import { development } from './development.ts';
import { measureFamiliar } from './familiar.ts';
import { measureForeign } from './foreign.ts';
import { heldOut } from './held-out.ts';
import { measure } from './measure.ts';
import { review } from './review.ts';
import { sampleQuestions } from './sample.ts';
import { measureTime } from './time.ts';

/**
 * Prints how the built-in reader does on each set of questions: `npm run bench:questions --
 * [sample|development|held-out|review|familiar|foreign|time] [-v]`, with `-v` also the questions that aren't right. `familiar` and `foreign` accept
 * `--wrong`, `--refused`, `--right` and `--quick`.
 */
const sets = { sample: sampleQuestions, development, 'held-out': heldOut, review };
const wanted = process.argv[2];
const verbose = process.argv.includes('-v');
if (wanted === 'foreign') {
	await measureForeign(withPreviousAnswer(offlineWriter), new Set(process.argv));
	process.exit();
}
if (wanted === 'time') {
	await measureTime(offlineWriter);
	process.exit();
}
if (wanted === 'familiar') {
	const only = process.argv.slice(3).find((part) => !part.startsWith('-'));
	await measureFamiliar(offlineWriter, new Set(process.argv), only);
	process.exit();
}
const service = await createTestService();
const reader = createContextReader();
console.log('questions      asked  right  refused  wrong');
for (const [name, cases] of Object.entries(sets)) {
	if (wanted !== undefined && !wanted.startsWith('-') && wanted !== name) continue;
	const outcomes = await measure(service.platform, offlineWriter, reader.read, cases);
	const count = (result: string) => String(outcomes.filter((outcome) => outcome.result === result).length).padStart(7);
	console.log(
		`${name.padEnd(12)}${String(cases.length).padStart(7)}${count('right')}${count('refused')}${count('wrong')}`,
	);
	for (const { asked, written, result, why } of outcomes) {
		if (!verbose || (result === 'right' && !process.argv.includes('-a'))) continue;
		console.log(`\n  ${result}: ${asked.question}`);
		console.log(
			written.kind === 'refused'
				? `    ${written.message}`
				: `    ${written.reading}\n    ${written.sql.replaceAll('\n', ' ')}\n    ${why}`,
		);
	}
}
await service.close();
// The in-memory catalog of a closed service is kept for the next test service, and would keep this process alive.
process.exit();
