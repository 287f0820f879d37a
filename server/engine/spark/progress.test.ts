import { afterEach, expect, test, vi } from 'vitest';
import { EngineError } from '../errors.ts';
import { watchProgress } from './progress.ts';

const progress = (doneTasks: number, runningTasks: number, repeatedTasks = 0) => ({
	...{ stages: 2, tasks: 4, doneTasks, runningTasks, repeatedTasks },
});
afterEach(() => {
	vi.useRealTimers();
});

const late = new EngineError('DEADLINE_EXCEEDED', 'Stopped after 5 s.');

test('logs once whether tasks are running or waiting, and never lowers the percentage', () => {
	const log: string[] = [];
	const percents: number[] = [];
	const { report } = watchProgress({
		onLog: (_, text) => log.push(text),
		onProgress: (percent) => percents.push(percent),
	});
	report(progress(1, 0));
	report(progress(1, 0));
	report(progress(3, 1));
	report(progress(4, 0));
	report(progress(2, 2));
	expect(log).toEqual([
		'Spark has finished 1 of 4 tasks in 2 stages, none running. Other work may be using its cores, or an executor may have been lost.',
	]);
	expect(percents).toEqual([25, 25, 75, 75, 75]);
});

test('warns once that tasks are repeated', () => {
	const log: string[] = [];
	const { report } = watchProgress({ onLog: (level, text) => log.push(`${level}: ${text}`) });
	report(progress(4, 1));
	report(progress(4, 1, 1));
	report(progress(4, 1, 2));
	expect(log.slice(1)).toEqual([
		'warning: Spark is running tasks again, because an executor was lost or a task failed.',
	]);
});

test('logs that no task has started, unless the statement ended or its tasks are known', () => {
	vi.useFakeTimers();
	const log: string[] = [];
	const watch = () => watchProgress({ onLog: (_, text) => log.push(text) });
	watch();
	watch().end();
	watch().report(progress(0, 1));
	vi.advanceTimersByTime(60_000);
	expect(log).toEqual([
		'Spark has finished 0 of 4 tasks in 2 stages, 1 running',
		'Spark hasn’t started any tasks yet. It may be starting, or busy with other work.',
	]);
});

test('a time limit error says how far Spark got, or that no task started', () => {
	const { report, explain } = watchProgress({});
	const waiting =
		'Stopped after 5 s. Spark hadn’t started any of its tasks. Other work may be using all of Spark’s cores.';
	expect(explain(late)).toMatchObject({ code: 'DEADLINE_EXCEEDED', message: waiting });
	report(progress(0, 0));
	expect(explain(late)).toMatchObject({ message: waiting });
	report(progress(1, 2));
	expect(explain(late)).toMatchObject({ message: 'Stopped after 5 s. Spark had finished 1 of 4 tasks.' });
	const other = new EngineError('CANCELLED', 'Canceled.');
	expect(explain(other)).toBe(other);
});
