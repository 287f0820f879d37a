import { expect, type Locator, type Page } from '@playwright/test';

export class Grid {
	readonly element: Locator;
	readonly #page: Page;
	constructor(page: Page, name: RegExp | string = /./) {
		this.#page = page;
		this.element = page.getByRole('grid', { name });
	}

	/** Checks the number of rows, excluding the header. */
	async expectRows(count: number): Promise<void> {
		await expect(this.element).toHaveAttribute('aria-rowcount', String(count + 1));
	}

	/** The cells of one visible row; rows count from 1. */
	row(number: number): Locator {
		return this.element.locator(`[role="row"][aria-rowindex="${number + 1}"]`).getByRole('gridcell');
	}

	/** The header of a visible column. */
	head(name: string): Locator {
		return this.element.getByRole('columnheader', { name: new RegExp(`^${name}\\b`) });
	}

	async names(): Promise<string[]> {
		const heads = await this.element.getByRole('columnheader').all();
		const placed = await Promise.all(
			heads
				.slice(1)
				.map(async (head) => ({ title: await head.getAttribute('title'), x: (await head.boundingBox())?.x ?? 0 })),
		);
		return placed.sort((a, b) => a.x - b.x).map((item) => item.title?.split('\n')[0] ?? '');
	}

	async menuOf(name: string, choice: string): Promise<void> {
		await this.head(name).click({ button: 'right' });
		await this.#page.getByRole('menuitem', { name: choice, exact: true }).click();
	}

	async drag(name: string, to: string): Promise<void> {
		const [from, target] = [await this.head(name).boundingBox(), await this.head(to).boundingBox()];
		if (from === null || target === null) throw new Error(`${name} or ${to} is not in view`);
		await this.#page.mouse.move(from.x + from.width / 2, from.y + 10);
		await this.#page.mouse.down();
		await this.#page.mouse.move(from.x - 20, from.y + 10);
		await this.#page.mouse.move(target.x + 8, target.y + 10, { steps: 4 });
		await this.#page.mouse.up();
	}
}
