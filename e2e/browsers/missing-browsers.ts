import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Reports at the end which browsers weren't tested, and what to install for them. */
export default class MissingBrowsers implements Reporter {
	readonly #missing = new Map<string, string>();

	onTestEnd(test: TestCase): void {
		const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
		if (reason !== undefined) this.#missing.set(test.parent.project()?.name ?? '', reason);
	}

	onEnd(): void {
		for (const [browser, reason] of this.#missing) console.log(`\n  ${browser} wasn’t tested: ${reason}`);
	}
}
