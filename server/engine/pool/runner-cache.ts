import type { RunnerProcess } from './runner-process.ts';

interface CachedRunner {
	readonly runner: Promise<RunnerProcess>;
	last: Promise<unknown>;
	idle: NodeJS.Timeout | undefined;
	users: number;
}

/** Runners likely to be used again soon: kept by what they were opened for, and killed after a while without use. */
export function createRunnerCache({ idleMs, most }: { idleMs: number; most: number }) {
	/** Least recently used first. */
	const kept = new Map<string, CachedRunner>();

	const drop = async (key: string, item: CachedRunner) => {
		clearTimeout(item.idle);
		if (kept.get(key) === item) kept.delete(key);
		await item.runner.then((runner) => runner.kill()).catch(() => {});
	};

	const dropOldest = () => {
		const oldest = [...kept].find(([, item]) => item.users === 0);
		if (oldest && kept.size > most) void drop(...oldest);
	};

	return {
		/** Uses the runner for a key, opening one if needed; uses of the same key run one after another. */
		async use<T>(
			key: string,
			open: () => Promise<RunnerProcess>,
			ask: (runner: RunnerProcess) => Promise<T>,
		): Promise<T> {
			const item = kept.get(key) ?? { runner: open(), last: Promise.resolve(), idle: undefined, users: 0 };
			kept.delete(key);
			kept.set(key, item);
			clearTimeout(item.idle);
			item.users += 1;
			const answer = item.last.then(async () => ask(await item.runner));
			item.last = answer.catch(() => {});
			try {
				return await answer;
			} catch (error) {
				void drop(key, item);
				throw error;
			} finally {
				item.users -= 1;
				if (item.users === 0 && kept.get(key) === item)
					item.idle = setTimeout(() => void drop(key, item), idleMs).unref();
				dropOldest();
			}
		},
		async close() {
			await Promise.all([...kept].map(([key, item]) => drop(key, item)));
		},
	};
}
