import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

// jsdom has no layout; what the component library asks of it is answered here.
const never = () => {};
window.matchMedia ??= (media: string) => ({
	matches: false,
	media,
	onchange: null,
	addListener: never,
	removeListener: never,
	addEventListener: never,
	removeEventListener: never,
	dispatchEvent: () => false,
});
globalThis.ResizeObserver ??= class {
	observe = never;
	unobserve = never;
	disconnect = never;
};
Element.prototype.scrollIntoView ??= never;

/** Calls of console.error that a test did not expect make it fail. A test that expects some calls `mockClear()` on it. */
let errors: MockInstance<typeof console.error>;

beforeEach(() => {
	errors = vi.spyOn(console, 'error').mockImplementation(never);
});

afterEach(() => {
	cleanup();
	const calls = errors.mock.calls.map((call) => call.map(String).join(' '));
	errors.mockRestore();
	expect(calls, 'unexpected console.error').toEqual([]);
});
