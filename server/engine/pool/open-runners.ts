import { EngineError } from '../errors.ts';
import type { RunnerProcess } from './runner-process.ts';

interface Idle {
	readonly key: string;
	readonly runner: RunnerProcess;
	readonly timer: NodeJS.Timeout;
}

/** Runners that were opened for somebody's sources, each for one query at a time. @param most that wait; the oldest goes first */
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
		/** An idle runner of the key, which is the caller's from now on; null where there is none. */
		take: takeIdle,
		/** Leaves a runner to whoever asks for the key next. */
		keep,
		/** Uses an idle runner of the key, or opens one; only a faulty statement leaves it in use. */
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
		/** Ends the runners that wait with such a key. */
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
