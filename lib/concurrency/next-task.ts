/** Missing in some browsers and in the test environment (https://wicg.github.io/scheduling-apis/). */
const { scheduler } = globalThis as { scheduler?: { postTask?: (work: () => void) => Promise<void> } };

/** Resolves in a new task, so rendering and pending input come first. */
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
