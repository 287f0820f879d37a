import type { Buffer } from 'node:buffer';

export interface Point {
	readonly x: number;
	readonly y: number;
}

/** A browser window as its automation protocol presents it; points are CSS pixels from the viewport's top left. */
export interface Driver {
	open(url: string): Promise<void>;
	/** Calls a self-contained function in the page; arguments and result are passed as JSON. */
	call<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
	/** Runs a script's text in the page, bypassing its policy. */
	inject(script: string): Promise<void>;
	click(at: Point, button?: 'left' | 'right', clicks?: 1 | 2): Promise<void>;
	/** Presses at the first point, moves over the others and releases at the last. */
	drag(points: readonly Point[]): Promise<void>;
	/** Types a text into the focused element. */
	type(text: string): Promise<void>;
	/** Presses a key, optionally with modifiers, such as `Control+Shift+ArrowDown`. */
	press(chord: string): Promise<void>;
	/** Gives files to the single file field that matches the selector. */
	chooseFiles(selector: string, files: readonly string[]): Promise<void>;
	/** Waits for a window that the page opens, uses it, and waits until it closes. */
	inPopup(open: () => Promise<void>, use: (popup: Driver) => Promise<void>): Promise<void>;
	screenshot(): Promise<Buffer>;
	/** Folder of finished downloads, by their file names. */
	readonly downloads: string;
	close(): Promise<void>;
}

export interface Engine {
	readonly name: 'chromium' | 'firefox' | 'webkit';
	/** What is missing to use it; null if it can be used. */
	readonly missing: string | null;
	start(): Promise<Driver>;
}
