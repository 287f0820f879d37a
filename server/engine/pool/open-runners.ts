import { EngineError } from '../errors.ts';
import type { RunnerProcess } from './runner-process.ts';

interface Idle {
	readonly key: string;
	readonly runner: RunnerProcess;
	readonly timer: NodeJS.Timeout;
}

/** Runners with open sources, each for one query at a time. @param most idle runners; the oldest is dropped first */
export function createOpenRunners({ idleMs, most }: { idleMs: number; most: number }) {
	let waiting: Idle[] = [];
	let closed = false;

	const remove = (idle: Idle): void => {
		clearTimeout(idle.timer);
		waiting = waiting.filter((other) => other !== idle);
	};
	const drop = (idle: Idle): Promise<void> => {
		remove(idle);
		return idle.runner.kill();
	};
	const takeIdle = (key: string): RunnerProcess | null => {
		for (const idle of waiting.filter((other) => other.key === key)) {
			remove(idle);
			if (idle.runner.alive()) return idle.runner;
			void idle.runner.kill();
		}
		return null;
	};
	const keep = (key: string, runner: RunnerProcess): void => {
		if (closed) {
			void runner.kill();
			return;
		}
		const idle: Idle = { key, runner, timer: setTimeout(() => void drop(idle), idleMs).unref() };
		waiting.push(idle);
		const [oldest] = waiting;
		if (waiting.length > most && oldest) void drop(oldest);
	};

	return {
		/** An idle runner for the key, now owned by the caller; null if there is none. */
		take: takeIdle,
		/** Makes a runner available for the next request with the key. */
		keep,
		/** Uses an idle runner for the key, or opens one. After an error the runner is kept only if the statement was at fault. */
		async use<T>(
			key: string,
			open: () => Promise<RunnerProcess>,
			ask: (runner: RunnerProcess) => Promise<T>,
		): Promise<T> {
			const runner = takeIdle(key) ?? (await open());
			try {
				const answer = await ask(runner);
				keep(key, runner);
				return answer;
			} catch (error) {
				if (runner.alive() && isAnswer(error)) keep(key, runner);
				else await runner.kill();
				throw error;
			}
		},
		async end(isMeant: (key: string) => boolean) {
			await Promise.all(waiting.filter((idle) => isMeant(idle.key)).map(drop));
		},
		async close() {
			closed = true;
			await Promise.all(waiting.map(drop));
		},
	};
}

const answers: readonly string[] = ['SQL_ERROR', 'NOT_ONE_SELECT', 'UNSUPPORTED_TYPE', 'VALUE_OUT_OF_RANGE'];
const isAnswer = (error: unknown): boolean => error instanceof EngineError && answers.includes(error.code);
