/**
 * Bisects a rejected batch until the offending records are isolated; the rest succeeds. One bad record among n takes
 * about 2 · log₂ n requests.
 * @param send rejects for a rejected batch @param isRefusal false: the error isn't about the records, and ends the
 * search
 * @returns rejected records by index, the responses for the others, and the number of requests
 * @throws errors of `send` that aren't about the records; AbortError
 */
export async function findRefused<T, Answer>(
	records: readonly T[],
	send: (part: readonly T[]) => Promise<Answer>,
	isRefusal: (error: unknown) => boolean,
	signal: AbortSignal,
	onProgress: (settled: number) => void = () => {},
) {
	const refused: { index: number; error: unknown }[] = [];
	const answers: { from: number; answer: Answer }[] = [];
	let [requestCount, settled] = [0, 0];
	const settle = (count: number) => {
		settled += count;
		onProgress(settled);
	};
	async function judge(from: number, to: number): Promise<void> {
		signal.throwIfAborted();
		requestCount += 1;
		try {
			answers.push({ from, answer: await send(records.slice(from, to)) });
			return settle(to - from);
		} catch (error) {
			if (!isRefusal(error)) throw error;
			if (to - from === 1) {
				refused.push({ index: from, error });
				return settle(1);
			}
		}
		const middle = Math.ceil((from + to) / 2);
		await judge(from, middle);
		await judge(middle, to);
	}
	if (records.length > 0) await judge(0, records.length);
	return { refused, answers, requestCount };
}
