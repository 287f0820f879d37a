import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { findBrowser } from '../support/browser.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { openScene, scenes, textOf } from '../support/scenes.ts';

/*
 * The screenshots of README and docs. `npm run screenshots` takes them; a normal run fails if a page's text differs from when its screenshot was
 * taken or, in the same browser with the same fonts, if it looks different.
 */

const folder = 'docs/screenshots';
const stale = 'The picture in docs/screenshots is out of date: run `npm run screenshots`, look at it, and commit it.';
/** The browser and fonts that the screenshots were taken with. */
const drawsAlike =
	findBrowser().preparation === 'unpack' && existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf');

for (const scene of scenes) {
	for (const colorScheme of ['light', 'dark'] as const) {
		test(`the ${scene.name} screenshot in ${colorScheme} mode is up to date`, async ({ page, ownService }, {
			config,
		}) => {
			const isDrawing = config.updateSnapshots === 'all';
			test.skip(colorScheme === 'dark' && !isDrawing, 'read in light');
			// Without data of other journeys.
			const service = await ownService();
			await signIn(page, service);
			await page.emulateMedia({ colorScheme });
			await openScene(page, scene);
			const text = `${(await textOf(page)).join('\n')}\n`;
			const textFile = `${folder}/text/${scene.name}.txt`;
			if (isDrawing) {
				await mkdir(`${folder}/text`, { recursive: true });
				await writeFile(textFile, text);
			}
			expect(text, stale).toBe(await readFile(textFile, 'utf8'));
			const picture = `${scene.name}-${colorScheme}.png`;
			if (isDrawing) await writeFile(`${folder}/${picture}`, await page.screenshot());
			else if (drawsAlike) expect(await page.screenshot(), stale).toMatchSnapshot(picture, { maxDiffPixelRatio: 0.01 });
		});
	}
}
