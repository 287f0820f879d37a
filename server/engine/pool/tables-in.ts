import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type OpenedTable, OpenedTables, QueriedRows, WrittenFile } from '../answers.ts';
import { EngineError } from '../errors.ts';
import { size } from '../format.ts';
import type { EngineTables, EngineTablesJob } from '../types.ts';
import type { Limits } from './guard.ts';
import { mountSources } from './mount-sources.ts';
import type { RunnerProcess } from './runner-process.ts';
import { writtenFiles } from './written-files.ts';

/** Result of work; an error that isn't from the runner leaves the runner usable. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

const folder = 'out';
const maxRows = 10_000;
const mostBytes = 32 * 2 ** 20;

/** Tables opened in a runner, which reports them only once. */
const openedIn = new WeakMap<RunnerProcess, readonly OpenedTable[]>();

/** Opens tables in a runner that hasn't opened anything yet. @throws EngineError */
export async function openTablesIn(runner: RunnerProcess, { tables }: EngineTablesJob, limits: Limits): Promise<void> {
	const sources = tables.map(({ files }, index) => ({
		owner: '',
		namespace: '',
		datasetName: `table ${index + 1}`,
		files,
	}));
	const linked = await mountSources(runner, sources);
	await mkdir(join(runner.dir, folder));
	const request = { kind: 'tables', tables: linked.map(({ files }) => ({ files })), folder } as const;
	openedIn.set(runner, OpenedTables.parse(await runner.ask(request, limits)));
}

/** Works with a runner's open tables within the time limit of a run. Files it wrote that nobody moved away are removed. */
export async function workWithTables<T>(
	runner: RunnerProcess,
	{ onProgress }: EngineTablesJob,
	base: Limits,
	maxBytes: number,
	work: (tables: EngineTables) => Promise<T>,
): Promise<Outcome<T>> {
	const until = performance.now() + base.deadlineMs;
	const limits = (): Limits => ({ ...base, deadlineMs: Math.max(1, until - performance.now()) });
	const written: string[] = [];
	try {
		const value = await work({
			tables: openedIn.get(runner) ?? [],
			async rows(sql, bounds = {}) {
				const request = {
					kind: 'rows',
					sql,
					most: bounds.maxRows ?? maxRows,
					maxBytes: bounds.maxBytes ?? mostBytes,
					joined: false,
					isCounted: false,
				} as const;
				const { bytes, ...rows } = QueriedRows.parse(await runner.ask(request, limits(), undefined, onProgress));
				await runner.take(bytes);
				return rows;
			},
			async run(sql) {
				await runner.ask({ kind: 'statement', sql }, limits(), undefined, onProgress);
			},
			async write(sql, format) {
				const output = `${folder}/${crypto.randomUUID()}`;
				const file = join(runner.dir, output);
				written.push(file);
				const bounds = { ...limits(), output: { file, maxBytes } };
				const request = { kind: 'write', sql, output, format } as const;
				const { rows } = WrittenFile.parse(await runner.ask(request, bounds, undefined, onProgress));
				const [{ bytes } = { bytes: 0 }] = await writtenFiles(runner.dir, [output]);
				if (bytes <= maxBytes) return { file, rows, bytes };
				throw new EngineError(
					'OUTPUT_TOO_LARGE',
					`The result is ${size(bytes)}. The limit is ${size(maxBytes)}. Select fewer rows or columns.`,
				);
			},
		});
		return { value };
	} catch (error) {
		if (error instanceof EngineError || error instanceof z.core.$ZodError) throw error;
		return { error };
	} finally {
		await Promise.all(written.map((file) => rm(file, { force: true })));
	}
}
