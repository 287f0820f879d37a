import type { Locator, Page } from '@playwright/test';
import { expectClean } from './support/axe.ts';
import { Editor } from './support/editor.ts';
import { expect, test } from './support/journey.ts';

interface Opened {
	readonly path: string;
	/** What is pressed, one after the other. */
	readonly press: readonly (string | RegExp)[];
	readonly role: 'menu' | 'dialog' | 'listbox';
	/** Waited for before. */
	readonly ready?: (page: Page) => Promise<unknown>;
}

const editor = (page: Page) => new Editor(page).ready();
const settings = '/namespaces/demo/aviation?view=settings';
const flights = '/namespaces/demo/aviation/flights';

/** What opens over a page. `npm run accessibility` looks at all of it; the journeys at one of each kind. */
const opened: readonly Opened[] = [
	{ path: '/build-specs', press: ['More for demo/aviation/airport_delays'], role: 'menu' },
	{ path: '/build-specs', press: [/^Search/], role: 'dialog' },
	{ path: settings, press: ['Wipe…'], role: 'dialog' },
	...(process.env.WHOLE === '1'
		? ([
				{ path: '/build-specs', press: ['More for BuildSpecs'], role: 'menu' },
				{ path: '/build-specs', press: [/^Colours/], role: 'menu' },
				{ path: '/build-specs', press: [/^Account/], role: 'dialog' },
				{ path: '/build-specs', press: [/^Account/, 'Rename, recolour, remove…'], role: 'dialog' },
				{ path: '/build-specs', press: [/^Core and/], role: 'dialog' },
				{ path: '/build-specs', press: [/^More for .*quakes_daily/, 'Delete…'], role: 'dialog' },
				{ path: '/build-specs', press: [/airport_delays/, 'More'], role: 'menu' },
				{ path: '/build-specs/new', ready: editor, press: ['Destination'], role: 'listbox' },
				{ path: '/scratch', ready: editor, press: ['More'], role: 'menu' },
				{ path: '/scratch', ready: editor, press: ['Make a BuildSpec'], role: 'dialog' },
				{ path: '/namespaces', press: ['Create namespace'], role: 'dialog' },
				{ path: settings, press: ['Rename…'], role: 'dialog' },
				{ path: '/namespaces/demo/aviation?view=shares', press: ['Share aviation…'], role: 'dialog' },
				{ path: flights, press: ['More'], role: 'menu' },
				{ path: flights, press: ['More', 'Delete…'], role: 'dialog' },
				{ path: flights, press: ['Columns'], role: 'dialog' },
				{ path: flights, press: ['Add filter'], role: 'dialog' },
				{ path: flights, press: ['Export'], role: 'dialog' },
				{ path: '/access?view=tokens', press: ['Make a token…'], role: 'dialog' },
				{ path: '/agents', press: [/^About /], role: 'dialog' },
			] satisfies Opened[])
		: []),
];

test('what opens over a page can be used by everybody', async ({ signedIn: page, service }, info) => {
	test.setTimeout(240_000);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	for (const { path, press, role, ready } of opened) {
		await page.goto(service.url + path);
		await ready?.(page);
		for (const name of press) {
			const roles = ['button', 'menuitem', 'link', 'combobox'] as const;
			const [first, ...others] = roles.map((it) => page.getByRole(it, { name })) as [Locator, ...Locator[]];
			await others
				.reduce((all, it) => all.or(it), first)
				.first()
				.click();
		}
		await expect(page.getByRole(role).last()).toBeVisible();
		await expectClean(page, `${path}, ${press.join(', ')}`);
	}
	info.annotations.push({ type: 'tried', description: `${opened.length} menus and dialogs × 2 colour schemes` });
});
