import type { CDPSession, Page } from '@playwright/test';

interface HeapUsage {
	readonly usedSize: number;
	readonly backingStorageSize?: number;
}

/** Memory of page and workers together after a collection, bytes: objects and their buffers. */
export async function heapOf(page: Page): Promise<number> {
	const session = await page.context().newCDPSession(page);
	const workers = await attachWorkers(session);
	const asks = [
		(method: string) => session.send(method as 'Runtime.getHeapUsage'),
		...workers.map((id) => (method: string) => sendToTarget(session, id, method)),
	];
	let total = 0;
	for (const ask of asks) {
		await ask('HeapProfiler.collectGarbage');
		const { usedSize, backingStorageSize = 0 } = (await ask('Runtime.getHeapUsage')) as HeapUsage;
		total += usedSize + backingStorageSize;
	}
	await session.detach();
	return total;
}

async function attachWorkers(session: CDPSession): Promise<string[]> {
	const ids: string[] = [];
	session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
		if (targetInfo.type === 'worker') ids.push(sessionId);
	});
	await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
	return ids;
}

let lastId = 0;

function sendToTarget(session: CDPSession, sessionId: string, method: string): Promise<unknown> {
	lastId += 1;
	const id = lastId;
	return new Promise((resolve) => {
		session.on('Target.receivedMessageFromTarget', ({ message }) => {
			const answer = JSON.parse(message) as { id?: number; result?: unknown };
			if (answer.id === id) resolve(answer.result ?? { usedSize: 0 });
		});
		void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
	});
}
