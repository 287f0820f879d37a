/** Not in every browser, nor in what tests run in (https://wicg.github.io/scheduling-apis/). */
const { scheduler } = globalThis as { scheduler?: { postTask?: (work: () => void) => Promise<void> } };

/** Fulfills in a task of its own: what was changed until now is drawn, and keys had their turn. */
export const nextTask = (): Promise<void> => scheduler?.postTask?.(() => {}) ?? byMessage();

function byMessage(): Promise<void> {
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(null);
	});
}
