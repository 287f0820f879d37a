import { expect, type Page } from '@playwright/test';

/** The code editor of a BuildSpec, used as a person would: focus, select, type. */
export class Editor {
	readonly #page: Page;
	constructor(page: Page) {
		this.#page = page;
	}

	get box() {
		return this.#page.getByRole('textbox', { name: /^Code/ });
	}

	/** Waits until the editor itself, not its plain stand-in, is there. */
	async ready(): Promise<void> {
		await expect(this.#page.locator('.monaco-editor .view-lines').first()).toBeVisible({ timeout: 30_000 });
	}

	/** Puts another text in the place of all that is there. */
	async replace(text: string): Promise<void> {
		await this.ready();
		await this.box.focus();
		await this.#page.keyboard.press('Control+A');
		await this.#page.keyboard.insertText(text);
	}

	/** What can be read in the editor's lines, with ordinary spaces. */
	async text(): Promise<string> {
		await this.ready();
		const lines = await this.#page.locator('.monaco-editor .view-line').allInnerTexts();
		return lines.join('\n').replaceAll('\u00a0', ' ');
	}
}
