import { expect, type Page } from '@playwright/test';
import { Agents } from './agents.ts';
import { Editor } from './editor.ts';
import { Grid } from './grid.ts';

/** A page of the sample workspace shown in README or docs. */
export interface Scene {
	readonly name: string;
	readonly size?: { readonly width: number; readonly height: number };
	/** Navigates from the list of BuildSpecs to the page, until it's complete. */
	readonly open: (page: Page) => Promise<void>;
}

const messy = [
	'id;seen;weight;phone;country',
	'a;2024-03-05;1.234,5 kg;+49 30 901820;Deutschland',
	'b;05.03.2024;12,5 kg;030 901821;France',
	'c;5 March 2024;980;+49 30 901822;Frankreich',
	'd;2024/03/25;7;+49 30 901823;Germany',
].join('\n');

export const scenes: readonly Scene[] = [
	{ name: 'build-specs', open: async () => undefined },
	{
		name: 'build-spec',
		open: async (page) => {
			await page.getByRole('link', { name: /airport_delays/ }).click();
			await new Editor(page).ready();
			await page.getByRole('button', { name: /^Preview/ }).click();
			const grid = new Grid(page);
			await grid.expectRows(220);
			await expect(grid.row(1).filter({ hasText: /^DFW$/ })).toBeVisible();
			await expect(page.getByText(/in progress|Running|^…$/)).toHaveCount(0);
			// Sample values of each column are shown next to the code.
			await expect(page.getByText('ORD, DFW, ATL, …')).toBeVisible();
			await expect(page.getByText('USA, Thailand, Palau, …')).toBeAttached();
		},
	},
	{
		name: 'dataset',
		open: async (page) => {
			await page.goto(new URL('/namespaces/demo/aviation/flights', page.url()).href);
			await new Grid(page, /flights/).expectRows(20_000);
			await expect(new Grid(page, /flights/).row(1).first()).not.toBeEmpty();
		},
	},
	{
		name: 'profile',
		open: async (page) => {
			await page.goto(new URL('/namespaces/demo/geography/us_states', page.url()).href);
			await page.getByRole('tab', { name: 'Profile' }).click();
			await expect(page.getByRole('listbox').first()).toBeVisible();
		},
	},
	{
		name: 'agent',
		size: { width: 1280, height: 1000 },
		open: async (page) => {
			const panel = new Agents(page);
			await panel.open('aviation');
			await panel.choose('nl2ql');
			await panel.ask('What is the average delay by month?');
			await panel.state(1, 'Complete');
			await expect(panel.answer(1).getByRole('button', { name: 'Save as PNG' })).toBeVisible();
		},
	},
	{
		name: 'ingest',
		size: { width: 1280, height: 1000 },
		open: async (page) => {
			await page.getByRole('link', { name: 'Ingest', exact: true }).click();
			await page.getByLabel('Paste a table or text').fill(messy);
			await page.getByRole('button', { name: 'Read pasted text' }).click();
			await page.getByRole('button', { name: 'Preview', exact: true }).click();
			await expect(page.getByRole('region', { name: 'Result', exact: true }).getByRole('table')).toBeVisible();
		},
	},
	{
		name: 'lineage',
		open: async (page) => {
			await page.goto(new URL('/build-specs/lineage', page.url()).href);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		},
	},
];

export async function openScene(page: Page, scene: Scene): Promise<void> {
	await page.setViewportSize(scene.size ?? { width: 1280, height: 800 });
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await scene.open(page);
	await page.waitForLoadState('networkidle');
	await page.evaluate(() => document.fonts.ready);
}

/** The page's readable text, line by line, without what differs between runs: times, durations, ids and grid rows, which are drawn in any order. */
export async function textOf(page: Page): Promise<string[]> {
	const text = await page.evaluate(() => document.body.innerText);
	const isPlain = (line: string) => /[a-z]{3}/i.test(line);
	const steady = text
		.split('\n')
		.map((line) => line.trim())
		.filter(isPlain)
		.map((line) =>
			line
				.replaceAll(/\d[\d,.]* (ms|s|seconds?|minutes?|hours?)\b( ago)?/g, '…')
				.replaceAll(/\b(just now|now|yesterday)\b/gi, '…')
				.replaceAll(/\d{1,2} \w{3,9} \d{4},? \d\d:\d\d(:\d\d)?/g, '…')
				.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…'),
		);
	return [...new Set(steady)].sort();
}
