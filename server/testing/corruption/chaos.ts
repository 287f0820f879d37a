import { createHash } from 'node:crypto';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestionDetail } from '#contract/ingest.ts';
import { type Damage, damageFile } from './damage.ts';
import { type Call, isNamed, type Reading } from './survey.ts';

export type ObjectKind = 'dataset' | 'part of a dataset' | 'output of a preview' | 'upload';

export interface ChaosObject {
	readonly kind: ObjectKind;
	/** What an error must mention. */
	readonly names: string;
	readonly file: string;
	readonly readings: readonly (readonly [method: string, path: string, body?: unknown])[];
}

export interface ChaosEvent {
	readonly kind: ObjectKind;
	readonly damage: Damage;
	/** Responses that weren't an error naming the object; there must be none. */
	readonly served: readonly string[];
	/** Whether reading it gave the original result again once it was restored. */
	readonly repaired: boolean;
}

const damages: readonly Damage[] = ['flip', 'truncate', 'remove'];

/** Random numbers in [0, 1), reproducible by seed (mulberry32). */
export function randomOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Damages one object, reads it in one way, restores it and reads it again. @param at index of the event; kinds and damages alternate */
export async function damageOne(
	call: Call,
	objects: readonly ChaosObject[],
	at: number,
	random: () => number,
): Promise<ChaosEvent> {
	const kinds = [...new Set(objects.map((object) => object.kind))];
	const kind = kinds[at % kinds.length];
	const damage = damages[Math.floor(at / kinds.length) % damages.length] ?? 'flip';
	const object = pick(
		objects.filter((candidate) => candidate.kind === kind),
		random,
	);
	const reading = pick(object.readings, random);
	const before = await answerOf(call, object, reading);
	const spare = `${object.file}.spare`;
	await copyFile(object.file, spare);
	await damageFile(object.file, damage, random);
	const read = await answerOf(call, object, reading);
	await rename(spare, object.file);
	const after = await answerOf(call, object, reading);
	const served = isNamed(read) ? [] : [`${read.what} after a ${damage}: ${read.status} ${read.text.slice(0, 200)}`];
	const repaired = before.status < 300 && after.status === before.status && after.text === before.text;
	return { kind: object.kind, damage, served, repaired };
}

/** Sends a chunk of rows, damages its object, and commits; then cancels, sends it again and commits that. */
export async function damageUpload(
	call: Call,
	fileOf: (before: ReadonlySet<string>) => Promise<string>,
	known: () => Promise<ReadonlySet<string>>,
	at: number,
	random: () => number,
): Promise<ChaosEvent> {
	const damage = damages[at % damages.length] ?? 'flip';
	const datasetName = `sent ${at}`;
	const target = { owner: 'demo', namespace: 'nature', datasetName };
	const rows = `{"n":${at}}\n{"n":${Math.floor(random() * 1e9)}}\n`;
	const send = async (): Promise<string> => {
		const mapping = [{ from: 'n', column: 'n' }];
		const answer = await call('POST', '/ingestions', { target, mode: 'create', mapping });
		const { id } = (await answer.json()) as IngestionDetail;
		const sha256 = createHash('sha256').update(rows).digest('hex');
		await call('PUT', `/ingestions/${id}/chunks/1?sha256=${sha256}`, rows);
		return id;
	};
	const before = await known();
	const id = await send();
	await damageFile(await fileOf(before), damage, random);
	const answer = await call('POST', `/ingestions/${id}/commit`, { chunks: 1 });
	const names = `demo/nature/${datasetName}`;
	const read = { what: `commit of ${names}`, names, status: answer.status, text: await answer.text() };
	await call('DELETE', `/ingestions/${id}`);
	const again = await call('POST', `/ingestions/${await send()}/commit`, { chunks: 1 });
	const served = isNamed(read) ? [] : [`${read.what} after a ${damage}: ${read.status} ${read.text.slice(0, 200)}`];
	return { kind: 'upload', damage, served, repaired: again.status < 300 };
}

async function answerOf(
	call: Call,
	{ names }: ChaosObject,
	reading: ChaosObject['readings'][number],
): Promise<Reading> {
	const [method, path, body] = reading;
	const answer = await call(method, path, body);
	return { what: `${method} ${path.slice(0, 60)}`, names, status: answer.status, text: await answer.text() };
}

const pick = <T>(all: readonly T[], random: () => number): T => {
	const found = all[Math.floor(random() * all.length)];
	if (found === undefined) throw new Error('There is nothing to pick from.');
	return found;
};

export const fileIn = (dataDir: string, sha256: string): string => join(dataDir, 'objects', sha256.slice(0, 2), sha256);
