import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Entry, entriesOf } from './extract.ts';

/** Decision records, licenses and generated figures have few readers, and are written once. */
const skipped = /\.test\.tsx?$|\/testing\/|^docs\/(decisions|licenses|benchmarks)|\.d\.ts$|\/generated\//;
/** Words of languages and of prompts to models are data. */
const data =
	/^server\/agents\/(builtin|offline)\/(english|vocabulary|stem|spelling|phrasing|phrases|places)\.ts$|sandbox-exec\.ts$|\/(cues|model-planner|model-writer|ask-model|marked|page-context)\.ts$|\/sql\/(keywords|queries|from-items)\.ts$/;

/** Every text of the product: console, service, agents, commands, OpenAPI, README and docs. */
export function allEntries(): Entry[] {
	const args = [
		'ls-files',
		'-co',
		'--exclude-standard',
		'src',
		'server',
		'lib',
		'contract',
		'docs',
		'README.md',
		'CONTRIBUTING.md',
		'CHANGELOG.md',
	];
	return execFileSync('git', args, { encoding: 'utf8' })
		.split('\n')
		.filter((name) => /\.(tsx?|md)$/.test(name) && !skipped.test(name) && !data.test(name) && existsSync(name))
		.flatMap((name) => entriesOf(name, readFileSync(name, 'utf8')));
}
