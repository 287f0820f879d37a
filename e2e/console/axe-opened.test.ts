import type { Locator, Page } from '@playwright/test';
import { expectClean } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';

interface Opened {
	readonly path: string;
	/** What to click, in order. */
	readonly press: readonly (string | RegExp)[];
	readonly role: 'menu' | 'dialog' | 'listbox';
	/** Of a dialog, in case another one is already open. */
	readonly name?: string;
	/** Awaited first. */
	readonly ready?: (page: Page) => Promise<unknown>;
}

const editor = (page: Page) => new Editor(page).ready();
const airportDelays = async (page: Page) => {
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await editor(page);
};
const settings = '/namespaces/demo/aviation?view=settings';
const flights = '/namespaces/demo/aviation/flights';

/** What opens over a page. `npm run accessibility` checks all of it; the journeys check one of each kind. */
const opened: readonly Opened[] = [
	{ path: '/build-specs', press: ['Actions for demo/aviation/airport_delays'], role: 'menu' },
	{ path: '/build-specs', press: [/^Search/], role: 'dialog', name: 'Search and commands' },
	{ path: settings, press: ['Wipe namespace…'], role: 'dialog', name: 'Wipe demo/aviation' },
	...(process.env.WHOLE === '1'
		? ([
				{ path: '/build-specs', press: ['BuildSpec actions'], role: 'menu' },
				{
					path: '/build-specs',
					press: ['BuildSpec actions', 'Recently deleted…'],
					role: 'dialog',
					name: 'Recently deleted',
				},
				{ path: '/build-specs', press: [/^Theme/], role: 'menu' },
				{ path: '/build-specs', press: [/^Account/], role: 'dialog', name: 'Account' },
				{ path: '/build-specs', press: [/^Account/, 'Manage profiles…'], role: 'dialog', name: 'Profiles' },
				{ path: '/build-specs', press: [/extensions available$/], role: 'dialog', name: 'Extensions' },
				{
					path: '/build-specs',
					press: [/^Actions for .*quakes_daily/, 'Delete…'],
					role: 'dialog',
					name: 'Delete this BuildSpec?',
				},
				{ path: '/build-specs', ready: airportDelays, press: [/^More$/], role: 'menu' },
				{ path: '/build-specs/new', ready: editor, press: ['Destination'], role: 'listbox' },
				{ path: '/worksheets', ready: editor, press: [/^More$/], role: 'menu' },
				{
					path: '/worksheets',
					ready: editor,
					press: ['Save as BuildSpec…'],
					role: 'dialog',
					name: 'Save as BuildSpec',
				},
				{ path: '/namespaces', press: ['Create namespace'], role: 'dialog', name: 'Create namespace' },
				{ path: settings, press: ['Rename namespace…'], role: 'dialog', name: 'Rename demo/aviation' },
				{
					path: '/namespaces/demo/aviation?view=shares',
					press: ['Share aviation…'],
					role: 'dialog',
					name: 'Share demo/aviation',
				},
				{ path: flights, press: [/^More$/], role: 'menu' },
				{ path: flights, press: [/^More$/, 'Delete…'], role: 'dialog', name: 'Delete this dataset?' },
				{ path: flights, press: [/^Columns$/], role: 'dialog', name: 'Columns' },
				{ path: flights, press: ['Add filter'], role: 'dialog', name: 'Filter' },
				{ path: flights, press: ['Export'], role: 'dialog', name: 'Export' },
				{ path: '/access?view=tokens', press: ['Create token…'], role: 'dialog', name: 'Create token' },
				{ path: '/agents', press: [/^About /], role: 'dialog', name: 'About this agent' },
			] satisfies Opened[])
		: []),
];

test('menus and dialogs have no axe violations', async ({ signedIn: page, service }, info) => {
	test.setTimeout(240_000);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	for (const { path, press, role, name: title, ready } of opened) {
		await page.goto(service.url + path);
		await ready?.(page);
		for (const name of press) {
			const roles = ['button', 'menuitem', 'link', 'combobox'] as const;
			const [first, ...others] = roles.map((role) => page.getByRole(role, { name })) as [Locator, ...Locator[]];
			await others
				.reduce((all, locator) => all.or(locator), first)
				.first()
				.click();
		}
		const over = title === undefined ? page.getByRole(role) : page.getByRole(role, { name: title });
		await expect(over.last()).toBeVisible();
		await expectClean(page, `${path}, ${press.join(', ')}`);
	}
	info.annotations.push({ type: 'tried', description: `${opened.length} menus and dialogs × 2 color schemes` });
});
