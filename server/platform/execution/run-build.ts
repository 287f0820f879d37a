import { eq } from 'drizzle-orm';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { runs, type WroteDataset } from '../../store/catalog/schema/runs.ts';
import { assertMayWriteDataset } from '../access/dataset-access.ts';
import { holdNamespaces } from '../access/namespace-access.ts';
import { callerNow } from '../access/tokens.ts';
import type { Caller } from '../core/caller.ts';
import { ServiceError } from '../core/service-error.ts';
import { replaceDataset } from '../datasets/replace-dataset.ts';
import { namespaceIdOf } from '../namespaces/namespaces.ts';
import { putParts } from '../parts/parts.ts';
import { RunFailure } from '../runs/run-failure.ts';
import type { Note, Success } from '../runs/run-log.ts';
import type { RunOrder, StoredOutput } from '../runs/run-production.ts';
import { lostSource, presentNames } from '../runs/run-record.ts';
import type { Platform } from '../state/platform.ts';

type Build = Pick<RunOrder, 'id' | 'caller' | 'slot' | 'namespaceId'>;

/** The caller's rights once the rows are written. @throws RunFailure if its token was revoked or has expired */
export async function callerAtEnd(platform: Platform, { caller }: Build): Promise<Caller> {
	const now = await callerNow(platform, caller);
	if (now !== null) return now;
	throw new RunFailure(
		'FORBIDDEN',
		'Nothing was written: the access token used to start this build has expired or was revoked. Sign in, then start the build again.',
	);
}

/** Whether a dataset is in the namespace of a build's destination, under the name it had when the build started. */
const isBeside = ({ slot }: Build, target: DatasetCoordinate): boolean =>
	coordinateKey({ ...slot, datasetName: '' }) === coordinateKey({ ...target, datasetName: '' });

/** Locks the target namespaces, before the run's row: a wipe locks in the same order. */
export async function holdTargets(tx: Db, build: Build, outputs: readonly StoredOutput[]): Promise<void> {
	const ids: string[] = [];
	for (const { target } of outputs) {
		if (target === null) continue;
		const id = isBeside(build, target) ? build.namespaceId : await namespaceIdOf(tx, target);
		if (id !== null) ids.push(id);
	}
	await holdNamespaces(tx, ids);
}

/** A build and its outputs under current names, because its namespace may have been renamed since it started. */
async function withNamesNow(
	tx: Db,
	build: Build,
	outputs: readonly StoredOutput[],
): Promise<{ slot: DatasetCoordinate; outputs: StoredOutput[] }> {
	const nameNow = await presentNames(tx, [build.namespaceId]);
	const now = (target: DatasetCoordinate) => (isBeside(build, target) ? nameNow(target, build.namespaceId) : target);
	return {
		slot: now(build.slot),
		outputs: outputs.map((output) => ({ ...output, target: output.target && now(output.target) })),
	};
}

/** Writes all outputs with a target or none, after checking read and write access again. @throws RunFailure */
export async function writeOutputs(
	tx: Db,
	platform: Platform,
	build: Build,
	caller: Caller,
	produced: readonly StoredOutput[],
): Promise<Success> {
	await assertMayStillRead(tx, caller, build.id);
	const { slot, outputs } = await withNamesNow(tx, build, produced);
	const wanted = outputs.flatMap((output) => (output.target === null ? [] : [{ ...output, target: output.target }]));
	const written = new Map<string, WroteDataset>();
	const notes: Note[] = [];
	// All builds use the same order, so that no two deadlock.
	for (const output of wanted.toSorted((a, b) => (coordinateKey(a.target) < coordinateKey(b.target) ? -1 : 1))) {
		const namespaceId = await mayStillWrite(tx, caller, output.target);
		const content = { ...output, coordinate: output.target, namespaceId, builtBy: build.id };
		const done = await replaceDataset(tx, caller, content, platform.now());
		written.set(output.name, { ...done.written, namespaceId });
		notes.push(...done.notes);
	}
	// Written after the datasets, in the same order as a wipe.
	for (const output of wanted) await putParts(tx, output);
	const isSlot = (item: { target: DatasetCoordinate }) => coordinateKey(item.target) === coordinateKey(slot);
	const [first, others] = [wanted.filter(isSlot), wanted.filter((candidate) => !isSlot(candidate))];
	const wrote = [...first, ...others].flatMap((other) => written.get(other.name) ?? []);
	return {
		result: {
			rows: sum(wrote.map((dataset) => dataset.rows)),
			bytes: sum(wrote.map((dataset) => dataset.bytes)),
			wrote,
		},
		notes,
	};
}

async function assertMayStillRead(tx: Db, caller: Caller, runId: string): Promise<void> {
	const [run] = await tx.select().from(runs).where(eq(runs.id, runId));
	const lost = run === undefined ? null : await lostSource(tx, caller, run);
	if (lost === null) return;
	throw new RunFailure(
		'NOT_FOUND',
		`Nothing was written: this build read ${lost}, which was deleted or is no longer shared with you. Check the sources, then build again.`,
	);
}

async function mayStillWrite(tx: Db, caller: Caller, target: DatasetCoordinate): Promise<string> {
	try {
		return await assertMayWriteDataset(tx, caller, target);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		throw new RunFailure(
			error.code,
			`Nothing was written to ${formatCoordinate(target)} or any other dataset. ${error.message}`,
		);
	}
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);
