import type { Page } from '@playwright/test';
import { answer, ended, working } from '../../e2e/support/agent-events.ts';
import type { ScriptedCall } from '../../e2e/support/scripted-agents.ts';
import { median, type Row } from '../table.ts';
import { atRest, onAgentsPage } from './agents-page.ts';
import { type Stretch, scriptsDuring, watchTasks } from './main-thread.ts';

const length = 200_000;
const pieceLength = 80;
/** Pieces per second: one per frame. */
const rate = 60;

/** A 200 KB Markdown answer that arrives at 80 characters per frame, compared with the same text in a bare page. */
export async function measureAnswer({ quick }: { quick: boolean }): Promise<Row[]> {
	return await onAgentsPage(async ({ browser, context, page, panel, agents }) => {
		const text = markdown(length);
		await atRest(page);
		const bare = await context.newPage();
		await bare.setContent('<pre></pre>');
		// Measures only the end, where each piece costs most.
		const from = quick ? length - 500 * pieceLength : 0;
		const floor = await scriptsDuring(browser, () => growBare(bare, text, from));
		await bare.close();
		await page.bringToFront();
		await panel.ask('Tell me everything');
		const call = await agents.asked();
		call.send(working());
		if (from > 0) {
			call.send(answer(text.slice(0, from), { append: true, lastChunk: false }));
			await drawn(page, text.slice(0, from));
		}
		const longestTask = await watchTasks(page);
		// Stops at the last piece, because later frames don't belong to the answer.
		const ours = await scriptsDuring(browser, () => pour(call, text, from));
		await over(page);
		const task = await longestTask();
		const [all, last] = [perPiece(ours), perPiece(ours).slice(-Math.ceil(50 / together))];
		const [whole, lastFifty] = [median(all), median(last)];
		const bareWords = `${median(perPiece(floor)).toFixed(2)} ms`;
		return [
			{
				...row('script per chunk, median', `${whole.toFixed(2)} ms`, bareWords, '≤ 1.5 ms', whole <= 1.5),
				limit: { words: '≤ 3 ms', holds: whole <= 3 },
			},
			{
				...row('script per chunk, last fifty', `${lastFifty.toFixed(2)} ms`, bareWords, '≤ 1.5 ms', lastFifty <= 1.5),
				limit: { words: '≤ 3 ms', holds: lastFifty <= 3 },
			},
			{
				...row('longest task', task === 0 ? 'under 50 ms' : `${task.toFixed(0)} ms`, '', 'none over 50 ms', task <= 50),
				limit: { words: '≤ 100 ms', holds: task <= 100 },
			},
		];
	});
}

const row = (what: string, measured: string, floor: string, claim: string, holds: boolean): Row => ({
	what: `an answer of 200 KB, ${pieceLength} characters per frame: ${what}`,
	measured,
	floor,
	claim,
	holds,
});

/** Prose, lists, tables and code, as models write. */
function markdown(size: number): string {
	const parts = [
		'Flights from **DFW** were late by *12.5* minutes [step 1], and `ORD` by more.',
		'- one airport\n- another, with **more** flights\n- a third',
		'| airport | delay |\n|---|---|\n| DFW | 12.5 |\n| ORD | 15.25 |',
		'### And by month\n\nIn January it was less: see the rows of [step 2].',
		'```sql\nselect origin, avg(delay) from flights group by 1\n```',
	];
	let text = '';
	for (let index = 0; text.length < size; index += 1) text += `${parts[index % parts.length]}\n\n`;
	return text.slice(0, size);
}

/**
 * Sends the text one piece per frame, by the clock.
 * @param from offset at which to start; the text before it is already shown
 */
async function pour(call: ScriptedCall, text: string, from: number): Promise<void> {
	const began = performance.now();
	let at = from;
	while (at < text.length) {
		const due = from + Math.floor(((performance.now() - began) / 1_000) * rate) * pieceLength;
		for (; at < Math.min(due, text.length); at += pieceLength) {
			const lastChunk = at + pieceLength >= text.length;
			call.send(answer(text.slice(at, at + pieceLength), { append: true, lastChunk }));
		}
		await new Promise((resolve) => setTimeout(resolve, 4));
	}
	call.send(ended());
	call.end();
}

/** Waits until a text is completely drawn, so that late drawing isn't attributed to pieces. */
async function drawn(page: Page, text: string): Promise<void> {
	const headings = text.split('\n### ').length - 1;
	await page.waitForFunction(
		(headings) => document.querySelectorAll('[aria-busy="true"] h3').length >= headings,
		headings,
		{ polling: 250 },
	);
}

/** Waits without querying roles: computing those of a long answer is a long task itself. */
async function over(page: Page): Promise<void> {
	await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, null, { polling: 250 });
}

/** @param from offset at which to start; the text before it is already shown */
async function growBare(page: Page, text: string, from: number): Promise<void> {
	await page.evaluate(
		async ({ text, pieceLength, from }) => {
			const element = document.querySelector('pre');
			element?.append(text.slice(0, from));
			for (let index = from; index < text.length; index += pieceLength) {
				await new Promise<void>((resolve) =>
					requestAnimationFrame(() => {
						element?.append(text.slice(index, index + pieceLength));
						resolve();
					}),
				);
			}
		},
		{ text, pieceLength, from },
	);
}

/** Pieces are measured in groups, because one draw shows several of them. */
const together = 4;

function perPiece(stretches: readonly Stretch[]): number[] {
	const fours: number[] = [];
	for (const { at, took } of stretches) {
		const four = Math.floor((at / 1_000) * (rate / together));
		fours[four] = (fours[four] ?? 0) + took / together;
	}
	return Array.from(fours, (four) => four ?? 0);
}
