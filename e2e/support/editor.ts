import { expect, type Page } from '@playwright/test';

/** A BuildSpec's code editor, used as a person would: focus, select, type. */
export class Editor {
	readonly #page: Page;
	constructor(page: Page) {
		this.#page = page;
	}

	get box() {
		return this.#page.getByRole('textbox', { name: /^Code/ });
	}

	/** Waits for the actual editor, not its plain placeholder. */
	async ready(): Promise<void> {
		await expect(this.#page.locator('.monaco-editor .view-lines').first()).toBeVisible({ timeout: 30_000 });
	}

	async replace(text: string): Promise<void> {
		await this.ready();
		await this.box.focus();
		await this.#page.keyboard.press('Control+A');
		await this.#page.keyboard.insertText(text);
	}

	/** The editor's lines as they can be read, with ordinary spaces. */
	async text(): Promise<string> {
		await this.ready();
		const lines = await this.#page.locator('.monaco-editor .view-line').allInnerTexts();
		return lines.join('\n').replaceAll('\u00a0', ' ');
	}
}
