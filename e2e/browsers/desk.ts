import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Driver, Point } from './driver.ts';

/** How people find things: a role with its name, a field by its label, or a text. */
export type Sought =
	| { readonly role: string; readonly name?: string | RegExp }
	| { readonly label: string | RegExp }
	| { readonly text: string | RegExp };

interface Found extends Point {
	readonly text: string;
	readonly value: string;
}

type Plain = { readonly by: 'Role' | 'LabelText' | 'Text'; readonly what: Matcher; readonly name: Matcher | null };
type Matcher = string | { readonly source: string; readonly flags: string };

const queries = readFile(
	createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
	'utf8',
);

/** One window of the console in any browser engine, used only by what can be seen and read in it. */
export class Desk {
	readonly driver: Driver;
	constructor(driver: Driver) {
		this.driver = driver;
	}

	/** The first match in view, once it has stopped moving; scrolls to it if needed. */
	async find(sought: Sought): Promise<Found> {
		let found: Found | null = null;
		await expect
			.poll(
				async () => {
					const before = found;
					found = await this.#look(sought);
					return found !== null && before !== null && before.x === found.x && before.y === found.y;
				},
				{ message: `finds ${describe(sought)}`, intervals: [50], timeout: 20_000 },
			)
			.toBe(true);
		return found as unknown as Found;
	}

	async see(sought: Sought): Promise<void> {
		await this.find(sought);
	}

	async gone(sought: Sought): Promise<void> {
		await expect.poll(() => this.#look(sought), { message: `no ${describe(sought)}`, timeout: 20_000 }).toBeNull();
	}

	async click(sought: Sought, button: 'left' | 'right' = 'left', clicks: 1 | 2 = 1): Promise<void> {
		await this.driver.click(await this.find(sought), button, clicks);
	}

	async fill(sought: Sought, text: string): Promise<void> {
		await this.click(sought);
		await this.driver.press('Control+a');
		await this.driver.type(text);
	}

	async #look(sought: Sought): Promise<Found | null> {
		try {
			if (!(await this.driver.call(() => 'TestingLibraryDom' in globalThis))) await this.driver.inject(await queries);
			return await this.driver.call(look, plain(sought));
		} catch (error) {
			// The page was replaced in the meantime.
			if (/context was destroyed|detached|navigat|no such frame/i.test(String(error))) return null;
			throw error;
		}
	}
}

function look({ by, what, name }: Plain): { x: number; y: number; text: string; value: string } | null {
	const matcher = (given: Matcher) => (typeof given === 'string' ? given : new RegExp(given.source, given.flags));
	const library = (
		globalThis as unknown as { TestingLibraryDom?: Record<string, (...args: unknown[]) => HTMLElement[]> }
	).TestingLibraryDom;
	// The page was replaced in the meantime.
	if (library === undefined) return null;
	const options = name === null ? {} : { name: matcher(name) };
	const all = library[`queryAllBy${by}`]?.(document.body, by === 'Role' ? what : matcher(what), options) ?? [];
	for (const element of all) {
		const isInView = () => {
			const { x, y, width, height } = element.getBoundingClientRect();
			return (
				// The field that receives an editor's keys has no height in some engines.
				width > 0 &&
				x + width / 2 > 0 &&
				x + width / 2 < innerWidth &&
				y + height / 2 > 0 &&
				y + height / 2 < innerHeight
			);
		};
		if (getComputedStyle(element).visibility !== 'visible') continue;
		if (!isInView()) element.scrollIntoView({ block: 'center' });
		if (!isInView()) continue;
		const { x, y, width, height } = element.getBoundingClientRect();
		const value = (element as HTMLInputElement).value ?? '';
		return { x: x + width / 2, y: y + height / 2, text: element.innerText ?? '', value: String(value) };
	}
	return null;
}

const plainMatcher = (given: string | RegExp): Matcher =>
	typeof given === 'string' ? given : { source: given.source, flags: given.flags };

function plain(sought: Sought): Plain {
	if ('role' in sought)
		return { by: 'Role', what: sought.role, name: sought.name === undefined ? null : plainMatcher(sought.name) };
	if ('label' in sought) return { by: 'LabelText', what: plainMatcher(sought.label), name: null };
	return { by: 'Text', what: plainMatcher(sought.text), name: null };
}

const describe = (sought: Sought): string =>
	Object.entries(sought)
		.map(([key, value]) => `${key} ${value}`)
		.join(', ');
