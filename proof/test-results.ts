import path from 'node:path';

/** What came of a test. */
export interface TestResult {
	/** From the root of the project. */
	readonly file: string;
	readonly name: string;
	readonly result: 'passed' | 'failed' | 'skipped';
	/** What a test says that it tried. */
	readonly tried: readonly string[];
}

interface UnitReport {
	readonly testResults: readonly {
		readonly name: string;
		readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
	}[];
}

/** What the JSON report of Vitest tells. */
export function readUnits(text: string, root = '.'): TestResult[] {
	const { testResults } = JSON.parse(text) as UnitReport;
	return testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ fullName, status }) => ({
			file: path.relative(root, name),
			name: fullName,
			result: status === 'passed' || status === 'failed' ? status : 'skipped',
			tried: [],
		})),
	);
}

interface Suite {
	readonly file: string;
	readonly suites?: readonly Suite[];
	readonly specs: readonly {
		readonly title: string;
		readonly ok: boolean;
		readonly tests: readonly {
			readonly status: string;
			readonly annotations: readonly { readonly type: string; readonly description?: string }[];
		}[];
	}[];
}

/** What the JSON report of Playwright tells: a journey that was skipped is “ok” to it. */
export function readJourneys(text: string): TestResult[] {
	const read = ({ file, specs, suites = [] }: Suite): TestResult[] => [
		...specs.map(
			({ title, ok, tests }): TestResult => ({
				file: `e2e/${file.split(path.sep).join('/')}`,
				name: title,
				result: !ok ? 'failed' : tests.some((test) => test.status === 'skipped') ? 'skipped' : 'passed',
				tried: tests.flatMap((one) =>
					one.annotations.flatMap((note) => (note.type === 'tried' ? (note.description ?? '') : [])),
				),
			}),
		),
		...suites.flatMap(read),
	];
	return (JSON.parse(text) as { suites: readonly Suite[] }).suites.flatMap(read);
}
