import path from 'node:path';

/** The result of a test. */
export interface TestResult {
	/** Relative to the project root. */
	readonly file: string;
	readonly name: string;
	readonly result: 'passed' | 'failed' | 'skipped';
	/** What the test says it tried. */
	readonly tried: readonly string[];
}

interface UnitReport {
	readonly testResults: readonly {
		readonly name: string;
		readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
	}[];
}

/** Reads Vitest's JSON report. */
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

/** Reads Playwright's JSON report, in which a skipped journey is "ok". */
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
