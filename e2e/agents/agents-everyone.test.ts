import { answer, ended, planned, step, working } from '../support/agent-events.ts';
import { expect, test } from '../support/agents.ts';
import { expectClean } from '../support/axe.ts';

test.use({ expectedErrors: /404/, agentNames: ['guide', 'second'] });

const rows = [
	{ airport: 'DFW', delay: 12.5, __metadata: { score: 0.9 } },
	{ airport: 'ORD', delay: 15.25, __metadata: { score: 0.7 } },
	{ airport: 'SEA', delay: 9.75, __metadata: { score: 0.6 } },
];

for (const width of [1440, 390]) {
	test(`every state of a conversation is accessible at ${width} px`, async ({
		scripted: { agents, panel },
		page,
	}, info) => {
		test.slow();
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ reducedMotion: 'reduce' });
		const check = async (what: string) => {
			await info.attach(what, { body: await page.screenshot(), contentType: 'image/png' });
			await expectClean(page, what);
			const wide = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(wide, `${what}: width of the page`).toBeLessThanOrEqual(width);
			expect(await page.evaluate(longestMotion), `${what}: longest motion, ms`).toBeLessThanOrEqual(1);
		};
		await check('empty');
		await panel.ask('How late are flights?');
		const call = await agents.asked();
		call.send(planned('Count', 'Average'));
		call.send(working('Count'));
		call.send(step(1, 'select origin, avg(delay) from flights group by origin', rows));
		await expect(page.getByRole('grid')).toBeVisible();
		await check('in progress');
		call.send(answer('DFW is late by **12.5** minutes [step 1].\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- `two`'));
		call.send(ended());
		call.end();
		await panel.state(1, 'Complete');
		await panel.evidence(1);
		await page.getByText('Chart', { exact: true }).click();
		await expect(page.getByRole('img').first()).toBeVisible();
		await check('complete, with a chart');

		await panel.ask('Who broke it?');
		(await agents.asked()).refuse(200, { jsonrpc: '2.0', id: 1, error: { code: -32_602, message: 'Unknown' } });
		await panel.state(2, 'Failed');
		await panel.ask('And again?');
		const cut = await agents.asked();
		cut.send(working());
		cut.end();
		await panel.state(3, 'Interrupted');
		await check('failed and interrupted');

		await panel.choose('guide and second, side by side');
		await panel.ask('Both of you?');
		for (const request of [await agents.asked(), await agents.asked()]) {
			request.send(step(1, 'select 1', rows));
			request.send(answer('Yes.'));
			request.send(ended());
			request.end();
		}
		await expect(panel.answer(4).getByText('Complete', { exact: true })).toHaveCount(2);
		await check('side by side');

		await page.getByRole('button', { name: 'Actions for this conversation' }).click();
		await page.getByRole('menuitem', { name: 'Protocol log' }).click();
		await page.getByRole('option').nth(1).click();
		await check('wire');
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: /^About / }).click();
		await expect(page.getByText('The card conforms to A2A 1.0').first()).toBeVisible();
		await check('about');
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: 'Model and output' }).click();
		await page.getByLabel('Ask a second model side by side').check();
		await check('model');
		await page.keyboard.press('Escape');
		await panel.answer(1).getByRole('button', { name: 'Edit question' }).click();
		await check('editing an earlier question');
		await page.goto(new URL('/build-specs', page.url()).href);
		await page.getByRole('button', { name: 'Ask in side panel' }).click();
		await expect(page.getByRole('complementary', { name: 'Ask', exact: true })).toBeVisible();
		await expect(panel.field).toBeFocused();
		await check('beside another page');
	});
}

/** Animations that remain although the user prefers reduced motion. */
function longestMotion(): number {
	const times = document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0));
	return Math.max(0, ...times);
}
