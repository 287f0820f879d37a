import type { Page } from '@playwright/test';
import { answer, ended, planned, step, working } from '../../e2e/support/agent-events.ts';

/**
 * Adds a conversation with many questions and answers to the browser's database, as the console would have stored it.
 * @returns its id
 */
export async function seedConversation(page: Page, service: string, questions: number): Promise<string> {
	const id = 'seeded';
	const asked = Array.from({ length: questions }, (_, index) => ({
		id: `turn-${index}`,
		conversation: id,
		question: `How late were flights in week ${index}?`,
		agent: 'guide',
		url: `${service}/a2a/guide`,
		namespace: 'shop',
		model: null,
		provider: null,
		after: index === 0 ? null : `turn-${index - 1}`,
		beside: null,
		at: Date.now() - (questions - index) * 60_000,
		context: [],
	}));
	const rows = Array.from({ length: 20 }, (_, index) => ({
		airport: `A${index}`,
		delay: index * 1.5,
		flights: index * 100,
	}));
	const texts = [
		working(),
		planned('Average the delays'),
		step(1, 'select airport, avg(delay) from flights group by airport', rows),
		answer(
			`${'Delays went **up** by *3* minutes [step 1]. '.repeat(10)}\n\n- DFW\n- ORD\n\n| a | b |\n|---|---|\n| 1 | 2 |`,
		),
		ended(),
	].map((result) => JSON.stringify({ jsonrpc: '2.0', id: 'x', result }));
	await page.evaluate(
		async ({ id, asked, texts, service }) => {
			const [{ name = '' } = {}] = (await indexedDB.databases()).filter((database) =>
				database.name?.endsWith('conversations'),
			);
			const db = await new Promise<IDBDatabase>((resolve, reject) => {
				const opening = indexedDB.open(name);
				opening.onsuccess = () => resolve(opening.result);
				opening.onerror = () => reject(opening.error);
			});
			const work = db.transaction(['conversations', 'turns', 'frames'], 'readwrite');
			const now = Date.now();
			const mark = { id, title: 'Delays', createdAt: now, updatedAt: now, questions: asked.length };
			work.objectStore('conversations').put({ ...mark, service, user: 'ann' });
			for (const turn of asked) {
				const ending = { kind: 'said', state: 'TASK_STATE_COMPLETED' };
				const endedAt = turn.at + 1_000;
				work
					.objectStore('turns')
					.put({ id: turn.id, conversation: id, asked: turn, ending, endedAt, framesDropped: 0 });
				const frames = texts.map((text, index) => ({ at: turn.at + index, direction: 'received', text }));
				work.objectStore('frames').put({ turn: turn.id, batch: 0, frames });
			}
			await new Promise((resolve, reject) => {
				work.oncomplete = resolve;
				work.onerror = () => reject(work.error);
			});
			db.close();
		},
		{ id, asked, texts, service },
	);
	return id;
}
