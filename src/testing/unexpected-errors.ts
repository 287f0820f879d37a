import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** Calls of console.error that a test did not expect make it fail. A test that expects some calls `mockClear()` on it. */
let errors: MockInstance<typeof console.error>;

beforeEach(() => {
	errors = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
	const calls = errors.mock.calls.map((call) => call.map(String).join(' '));
	errors.mockRestore();
	expect(calls, 'unexpected console.error').toEqual([]);
});
