/** A client that reads nothing for this long counts as disconnected, ms. */
const patienceMs = 60_000;

/** Passes a stream through, and calls back once: when it ends, fails or is canceled, or the client stops reading. */
export function releaseAfterStream(
	source: ReadableStream<Uint8Array>,
	leave: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
	const reader = source.getReader();
	let late: NodeJS.Timeout | undefined;
	let isOver = false;
	const end = (): void => {
		clearTimeout(late);
		if (!isOver) leave();
		isOver = true;
	};
	const waitForReader = (giveUp: () => void): void => {
		late = setTimeout(() => {
			end();
			giveUp();
			reader.cancel().catch(() => undefined);
		}, patienceMs).unref();
	};
	return new ReadableStream(
		{
			start: (controller) => waitForReader(() => controller.error(new Error('The client disconnected.'))),
			async pull(controller) {
				clearTimeout(late);
				try {
					const { done, value } = await reader.read();
					if (done) {
						end();
						controller.close();
						return;
					}
					controller.enqueue(value as Uint8Array<ArrayBuffer>);
				} catch (error) {
					end();
					throw error;
				}
				if (!isOver) waitForReader(() => controller.error(new Error('The client disconnected.')));
			},
			async cancel(reason) {
				end();
				await reader.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
}
