import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
// First, so that errors during cleanup are caught too.
import './unexpected-errors.ts';

// jsdom has no layout, so what the component library needs is stubbed here.
const never = () => {};
window.matchMedia ??= (media: string) => ({
	// Without transitions, nothing renders frames after what a test waited for.
	matches: media === '(prefers-reduced-motion: reduce)',
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

afterEach(cleanup);
