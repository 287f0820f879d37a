import { create } from 'zustand';

interface MissingParts {
	/** Parts of the console that could not be loaded since the page was; a browser keeps that they failed until it is loaded anew. */
	readonly count: number;
}

export const useMissingParts = create<MissingParts>(() => ({ count: 0 }));

export const noteMissingPart = (): void => useMissingParts.setState(({ count }) => ({ count: count + 1 }));
