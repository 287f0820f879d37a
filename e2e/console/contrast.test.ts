import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** Pages and dialogs with every kind of field; `press` opens the dialog. */
const forms: readonly { path: string; press?: string; shown: string }[] = [
	{ path: '/sign-in?add=1', shown: 'Access token' },
	{ path: '/build-specs', shown: 'Filter' },
	{ path: '/build-specs/new', shown: 'Destination' },
	{ path: '/links/new', shown: 'Match' },
	{ path: '/ingest', shown: 'Paste a table or text' },
	{ path: '/agents', shown: 'Ask a question' },
	{ path: '/access?view=mine', shown: 'Dataset' },
	{ path: '/namespaces', press: 'Create namespace', shown: 'Name' },
	{ path: '/access?view=tokens', press: 'Create token…', shown: 'Namespace 1' },
];

test('fields and their text have enough contrast in light and dark mode', async ({ signedIn: page, service }) => {
	test.setTimeout(120_000);
	for (const { path, press, shown } of forms) {
		await page.goto(service.url + path);
		if (press !== undefined) await page.getByRole('button', { name: press }).first().click();
		await expect(page.getByLabel(shown).first()).toBeVisible();
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
			// Colors may still be in transition between schemes.
			await expect
				.soft(async () => {
					const faint = (await contrasts(page)).filter(({ ratio, least }) => ratio < least);
					const words = faint.map(({ what, ratio, least }) => `${what} has ${ratio.toFixed(2)}:1, not ${least}:1`);
					expect(words, `${path}, ${colorScheme}`).toEqual([]);
				})
				.toPass({ timeout: 5_000 });
		}
	}
});

interface Contrast {
	readonly what: string;
	readonly ratio: number;
	readonly least: number;
}

/** Contrast of the borders, placeholders and texts of fields on a page (WCAG 1.4.3 and 1.4.11), as the browser draws them. */
const contrasts = (page: Page): Promise<Contrast[]> =>
	page.evaluate(() => {
		const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
		const luminance = (color: string): number => {
			if (canvas === null) throw new Error('There is no canvas.');
			canvas.clearRect(0, 0, 1, 1);
			canvas.fillStyle = color;
			canvas.fillRect(0, 0, 1, 1);
			const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
				const share = part / 255;
				return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
			});
			return 0.2126 * r + 0.7152 * g + 0.0722 * b;
		};
		const ratioOf = (a: string, b: string): number => {
			const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
			return (light + 0.05) / (dark + 0.05);
		};
		const isClear = (color: string) => color === 'transparent' || / 0\)$|, 0\)$/.test(color);
		const behind = (element: Element | null): string => {
			if (element === null) return 'white';
			const { backgroundColor } = getComputedStyle(element);
			return isClear(backgroundColor) ? behind(element.parentElement) : backgroundColor;
		};
		const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].filter(
			(field) =>
				field.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
				field.getBoundingClientRect().width > 2 &&
				field.closest('.monaco-editor') === null,
		);
		return fields.flatMap((field) => {
			const name = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name;
			const style = getComputedStyle(field);
			const inside = behind(field);
			const found: { what: string; ratio: number; least: number }[] = [];
			const hasBorder = style.borderTopWidth !== '0px' && style.appearance === 'none' && !isClear(style.borderTopColor);
			const isFilled = ['checkbox', 'radio'].includes(field.type) && field.checked;
			if (hasBorder && !isFilled && !field.disabled && field !== document.activeElement) {
				for (const beside of [inside, behind(field.parentElement)]) {
					found.push({ what: `the border of "${name}"`, ratio: ratioOf(style.borderTopColor, beside), least: 3 });
				}
			}
			if (field.placeholder) {
				const { color } = getComputedStyle(field, '::placeholder');
				found.push({ what: `the placeholder of "${name}"`, ratio: ratioOf(color, inside), least: 4.5 });
			}
			if (field.type !== 'checkbox' && field.type !== 'radio') {
				found.push({ what: `the text of "${name}"`, ratio: ratioOf(style.color, inside), least: 4.5 });
			}
			return found;
		});
	});
