import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** Unexpected calls of console.error fail a test. A test that expects some calls `mockClear()`. */
let errors: MockInstance<typeof console.error>;

beforeEach(() => {
	errors = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
	const calls = errors.mock.calls.map((call) => call.map(String).join(' '));
	errors.mockRestore();
	expect(calls, 'unexpected console.error').toEqual([]);
});
