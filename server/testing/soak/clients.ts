import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuildRun } from '#contract/build-run.ts';
import { type Ask, Refused, type Register } from './registers.ts';

/** Writes one register, one write after another. */
interface Client {
	readonly register: Register;
	/** The last acknowledged value. */
	value: string;
	pending: string | null;
	/** Duration of the last acknowledged write, ms. */
	tookMs: number;
}

/** Acknowledged writes, and writes interrupted by a kill, by outcome. */
export interface Tally {
	acknowledged: number;
	kept: number;
	dropped: number;
}

/** By register. */
export type Writes = Map<string, Tally>;

/** Acknowledged build runs; `seen` of them were found after an earlier start. */
export interface Builds {
	readonly runs: string[];
	seen: number;
}

export const createClient = (register: Register): Client => ({ register, value: '', pending: null, tookMs: 40 });

/** After a start: checks that the value is the acknowledged one, or that of the interrupted write. */
export async function look(client: Client, ask: Ask, writes: Writes, isFirst: boolean): Promise<void> {
	const { register, value, pending } = client;
	const found = await register.read(ask);
	const same = (wanted: string) => found === wanted || (wanted === 'a link' && found !== 'none');
	if (!isFirst && !same(value) && !(pending !== null && same(pending))) {
		throw new Error(`${register.name}: ${value} was acknowledged and ${pending} under way, but it is ${found}.`);
	}
	if (pending !== null) tallyOf(writes, register.name)[same(pending) ? 'kept' : 'dropped'] += 1;
	client.value = found;
	client.pending = null;
}

function tallyOf(writes: Writes, name: string): Tally {
	const tally = writes.get(name) ?? { acknowledged: 0, kept: 0, dropped: 0 };
	writes.set(name, tally);
	return tally;
}

/** Writes until the service is gone. @throws Refused if it answers with an error */
export async function work(client: Client, ask: Ask, writes: Writes, onWrite: () => void): Promise<void> {
	for (;;) {
		const { after, send } = client.register.next(client.value);
		client.pending = after;
		const began = performance.now();
		try {
			await send(ask);
		} catch (error) {
			if (error instanceof Refused) throw error;
			return;
		}
		client.value = after;
		client.pending = null;
		client.tookMs = performance.now() - began;
		tallyOf(writes, client.register.name).acknowledged += 1;
		onWrite();
	}
}

/** The promise `come` resolves after this many calls of `onWrite`. */
export function countdown(writes: number): { onWrite: () => void; come: Promise<void> } {
	let left = writes;
	let onWrite = () => {};
	const come = new Promise<void>((resolve) => {
		onWrite = () => {
			left -= 1;
			if (left <= 0) resolve();
		};
		if (left === 0) resolve();
	});
	return { onWrite: () => onWrite(), come };
}

/** Starts a build now and then; an acknowledged run must never be lost. */
export async function build(specId: string, ask: Ask, { runs }: Builds): Promise<void> {
	try {
		for (let index = 0; index < 3; index += 1) {
			runs.push((await ask<BuildRun>('POST', `/build-specs/${specId}/build-runs`)).id);
			await pause(60);
		}
	} catch (error) {
		// The BuildSpec changes all the time, and a build of another version than the one that was seen is refused.
		if (error instanceof Refused && !/VERSION_CONFLICT|RATE_LIMITED|CONFLICT/.test(error.message)) throw error;
	}
}

/** How many of the runs seen after an earlier start are requested again. */
const sampleSize = 20;

/** After a start: checks that every run acknowledged since the last one exists, and a sample of older ones; all of them if it's the last start. */
export async function lookAtRuns(builds: Builds, ask: Ask, isLast: boolean): Promise<void> {
	const { runs, seen } = builds;
	const some = seen === 0 ? [] : Array.from({ length: sampleSize }, () => runs[randomInt(0, seen)] ?? '');
	for (const id of isLast ? runs : [...runs.slice(seen), ...some]) await ask('GET', `/build-runs/${id}`);
	builds.seen = runs.length;
}
