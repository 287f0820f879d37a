import { answer, artifact, ended, planned, step, working } from '../support/agent-events.ts';
import { expect, test } from '../support/agents.ts';
import { Grid } from '../support/grid.ts';
import { startTrap } from '../support/trap.ts';

test.use({ expectedErrors: /404/ });

const hostile = (trap: string): string => `# Words
![picture](${trap}/image.png) ![by reference][pixel] [![linked](${trap}/inner.png)](${trap}/outer)

<${trap}/autolink> and ${trap}/bare and www.example.org, [named](${trap}/link "title"), [run](javascript:alert(1)),
[data](data:text/html,<script>alert(2)</script>), [file](file:///etc/passwd), [relative](/api/v1/user/me), [cell][pixel]

<img src="${trap}/html.png" onerror="alert(3)"><script src="${trap}/script.js"></script>
<iframe src="${trap}/frame"></iframe><link rel="stylesheet" href="${trap}/style.css">
<style>@import url(${trap}/import.css); body { background: url(${trap}/background.png) }</style>
<svg><image href="${trap}/svg.png" /></svg><video poster="${trap}/poster.png"></video><form action="${trap}/form"></form>

| a | b |
|---|---|
| ![cell](${trap}/cell.png) | <img src="${trap}/table.png"> |

Colors \u001b[31mred\u001b[0m, a link \u001b]8;;${trap}/osc\u0007here\u001b]8;;\u0007, turned \u202Egnp.exe\u202C.[^1]

[^1]: A note ![note](${trap}/note.png)

[pixel]: ${trap}/reference.png
`;

test('shows what an agent sends without loading or running it, and asks before opening a link', async ({
	scripted: { agents, panel },
	page,
}) => {
	const trap = await startTrap();
	const dialogs: string[] = [];
	page.on('dialog', (dialog) => {
		dialogs.push(dialog.message());
		void dialog.dismiss();
	});
	const text = hostile(trap.url);
	await panel.ask(`What is ![this](${trap.url}/question.png)?`);
	const call = await agents.asked();
	call.send(planned(text, `<img src=${trap.url}/plan.png>`));
	call.send(working(text));
	call.send(
		step(1, `select '<img src=${trap.url}/query.png>' -- \u202E`, [{ [`<img src="${trap.url}/column.png">`]: text }]),
	);
	call.send(
		artifact('file', [
			{ url: `${trap.url}/part.png`, mediaType: 'image/png', filename: 'part.png' },
			{ raw: 'aGk=', mediaType: 'text/html' },
		]),
	);
	call.send({ surprise: { url: `${trap.url}/unknown.png` } });
	call.send(answer(text));
	call.send(ended());
	call.end();
	await panel.state(1, 'Complete');

	const shown = panel.answer();
	await expect(shown).toContainText('Image not loaded: picture');
	await expect(shown).toContainText('<script src=');
	await expect(shown.locator('img, iframe, script, link, style, video, form, svg image')).toHaveCount(0);
	// A web link becomes a button that asks first; any other link becomes text.
	await expect(shown.getByRole('button', { name: 'named', exact: true }).last()).toBeVisible();
	for (const words of ['run', 'data', 'file', 'relative']) {
		await expect(shown.getByText(words, { exact: true }).last()).toBeAttached();
		for (const role of ['button', 'link'] as const) {
			await expect(shown.getByRole(role, { name: words, exact: true })).toHaveCount(0);
		}
	}
	for (const hidden of ['\u001b', '\u202E']) await expect(shown).not.toContainText(hidden);
	await shown.getByText(/more parts? of this answer/).click();
	await expect(shown).toContainText('unknown.png');

	await shown.getByRole('button', { name: 'named', exact: true }).last().click();
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText(`${trap.url}/link`);
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await page.getByRole('button', { name: 'Actions for this conversation' }).click();
	await page.getByRole('menuitem', { name: 'Protocol log' }).click();
	await page.getByRole('option', { name: /artifact answer/ }).click();
	await expect(page.getByRole('figure', { name: 'Message' })).toContainText('image.png');
	await page.keyboard.press('Escape');
	await page.reload();
	await panel.state(1, 'Complete');
	await expect(shown).toContainText('Image not loaded: picture');

	expect(dialogs).toEqual([]);
	expect(trap.asked).toEqual([]);
	expect(agents.strays).toEqual([]);
	trap.close();
});

test('shows 100,000 rows down to the last one while the next question is typed', async ({
	scripted: { agents, panel },
	page,
}) => {
	await panel.ask('Everything, please');
	const call = await agents.asked();
	call.send(working());
	const rows = (from: number) =>
		Array.from({ length: 10_000 }, (_, n) => ({ id: from + n, name: `row ${from + n}`, delay: (from + n) / 7 }));
	for (let from = 0; from < 100_000; from += 10_000) {
		call.send(artifact('result-data', [{ data: { rows: rows(from) } }], { append: true, lastChunk: from === 90_000 }));
	}
	await panel.field.fill('');
	await panel.field.pressSequentially('and by month?');
	await expect(panel.field).toHaveValue('and by month?');
	call.send(ended());
	call.end();
	await panel.state(1, 'Complete');
	const grid = new Grid(page);
	await grid.expectRows(100_000);
	await grid.element.focus();
	await page.keyboard.press('Control+End');
	await expect(grid.row(100_000).filter({ hasText: /^row 99999$/ })).toBeVisible();
	await expect(panel.field).toHaveValue('and by month?');
});
