import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
// First, so that what is told while a page is taken down is looked at too.
import './unexpected-errors.ts';

// jsdom has no layout; what the component library asks of it is answered here.
const never = () => {};
window.matchMedia ??= (media: string) => ({
	// Without transitions nothing is drawn frames after what a test waited for.
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
