import { expect, type Locator, type Page } from '@playwright/test';

/** A grid of rows, read through its roles. */
export class Grid {
	readonly element: Locator;
	constructor(page: Page, name: RegExp | string = /./) {
		this.element = page.getByRole('grid', { name });
	}

	/** Says how many rows there are, the header not counted. */
	async expectRows(count: number): Promise<void> {
		await expect(this.element).toHaveAttribute('aria-rowcount', String(count + 1));
	}

	/** The cells of one row in view; rows count from 1. */
	row(number: number): Locator {
		return this.element.locator(`[role="row"][aria-rowindex="${number + 1}"]`).getByRole('gridcell');
	}
}
