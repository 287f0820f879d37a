import type { Page } from '@playwright/test';
import { answer, ended, working } from '../../e2e/support/agent-events.ts';
import type { ScriptedCall } from '../../e2e/support/scripted-agents.ts';
import { slowed } from '../grid/scroll.ts';
import { median, type Row } from '../table.ts';
import { atRest, onAgentsPage } from './agents-page.ts';
import { seedConversation } from './seed.ts';
import { type Typing, type } from './typing.ts';

const questions = 1_000;
const answerLength = 200_000;
const slowdown = 4;

/** Typing a question below 2,000 messages, while idle and while a 200 KB answer arrives in small pieces. */
export async function measureTyping({ quick }: { quick: boolean }): Promise<Row[]> {
	return await onAgentsPage(async ({ context, page, panel, agents, url }) => {
		const id = await seedConversation(page, agents.url, questions);
		await page.goto(`${url}/agents/${id}`);
		await panel.field.waitFor();
		await page.getByRole('article').last().waitFor();
		await atRest(page);
		const text = 'and how late were they by month'.slice(0, quick ? 15 : undefined);
		const bare = await context.newPage();
		await bare.setContent('<textarea aria-label="bare"></textarea>');
		const floor = await slowed(bare, slowdown, () => type(bare, bare.getByRole('textbox'), text));
		await bare.close();
		await page.bringToFront();
		const calm = await slowed(page, slowdown, () => type(page, panel.field, text));

		await page.getByRole('button', { name: /earlier questions?/ }).waitFor();
		await panel.ask('Tell me everything');
		const call = await agents.asked();
		const [busy] = await slowed(page, slowdown, () =>
			Promise.all([type(page, panel.field, text.repeat(3)), pour(call, page, text.length * 390)]),
		);
		// When the connection closes, the tools that watch the page decode the whole 12 MB stream in one task, which doesn't happen to users.
		call.end();
		await atRest(page);
		const after = await slowed(page, slowdown, () => type(page, panel.field, text));
		return [
			typingRow('2,000 messages', calm, floor),
			typingRow('2,000 messages, while an answer of 200 KB streams', busy, floor, 80),
			typingRow('2,000 messages, below an answer of 200 KB', after, floor),
		];
	});
}

/** Sends a 200 KB answer, four characters per piece, over a time in ms. */
async function pour(call: ScriptedCall, page: Page, time: number): Promise<void> {
	const words = 'Flights from **DFW** were late by *12.5* minutes [step 1], and `ORD` by more.\n\n';
	const text = words.repeat(Math.ceil(answerLength / words.length)).slice(0, answerLength);
	call.send(working());
	// Several thousand pieces per second: ten times as fast as models write.
	const began = performance.now();
	let at = 0;
	while (at < text.length) {
		const due = Math.min(text.length, Math.ceil(((performance.now() - began) / time) * text.length));
		for (; at < due; at += 4) {
			call.send(answer(text.slice(at, at + 4), { append: true, lastChunk: at + 4 >= text.length }));
		}
		await page.waitForTimeout(16);
	}
	call.send(ended());
}

function typingRow(what: string, ours: Typing, floor: Typing, most = Number.POSITIVE_INFINITY): Row {
	const longest = Math.max(...ours.keys);
	const slowest = most === Number.POSITIVE_INFINITY ? '' : `≤ ${most} ms, `;
	return {
		what: `typing below ${what}, CPU ÷ ${slowdown}: slowest key (median)`,
		measured: `${longest.toFixed(0)} ms (${median(ours.keys).toFixed(0)} ms)`,
		floor: `${Math.max(...floor.keys).toFixed(0)} ms (${median(floor.keys).toFixed(0)} ms)`,
		claim: '≤ 50 ms per key',
		holds: longest <= 50,
		limit: { words: `${slowest}median ≤ 32 ms`, holds: longest <= most && median(ours.keys) <= 32 },
	};
}
