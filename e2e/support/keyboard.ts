import type { Page } from '@playwright/test';

/** Presses Tab until the element with this name has the focus; there is no mouse. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
	for (let presses = 0; presses < 80; presses++) {
		const focused = page.locator(':focus');
		if ((await focused.count()) === 1) {
			const label = (await focused.getAttribute('aria-label')) ?? (await focused.textContent()) ?? '';
			if (typeof name === 'string' ? label.trim() === name : name.test(label)) return;
		}
		await page.keyboard.press(key);
	}
	throw new Error(`${name} was not reached by ${key}.`);
}
