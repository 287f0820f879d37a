/** Fulfils after so many ms. @throws AbortError as soon as it is not waited for any more */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
	await new Promise<void>((resolve, reject) => {
		const leave = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener('abort', leave);
			resolve();
		}, ms);
		signal?.addEventListener('abort', leave, { once: true });
	});
}
