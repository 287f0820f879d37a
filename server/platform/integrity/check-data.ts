import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../../engine/types.ts';
import { errorCode } from '../../store/error-code.ts';
import type { Hashed } from '../../store/objects/hash-file.ts';
import { type StoredObject, UnreadableFileError } from '../../store/objects/types.ts';
import type { Dumped, DumpedRows } from '../backup/dump.ts';
import { rowsOfParts } from '../parts/parts.ts';

export interface Finding {
	readonly problem: 'corrupt' | 'missing' | 'unreadable' | 'orphaned' | 'inconsistent';
	/** The data it affects. */
	readonly what: string;
	/** The affected object; null if it's the catalog. */
	readonly sha256: string | null;
	/** What was found, and how to recover. */
	readonly detail: string;
}

export interface CheckedObjects {
	list(): AsyncIterable<StoredObject>;
	/** Runs work with an object as a file and the hash of its bytes; null if it doesn't exist. */
	withFile<T>(sha256: string, work: (file: string, hashed: Hashed) => Promise<T>): Promise<T | null>;
}

/** Unreferenced objects younger than this are ignored: their references may be about to be written, ms. */
const graceMs = 3_600_000;

/** Compares all objects, and their descriptions in the catalog, with what is stored. */
export async function checkData(
	dump: Dumped,
	objects: CheckedObjects,
	engine: Pick<Engine, 'measure'>,
	now: Date,
): Promise<{ findings: Finding[]; objects: number; bytes: number }> {
	const findings: Finding[] = [];
	const expected = expectedFacts(dump.rows);
	let bytes = 0;
	for (const sha256 of dump.objects) {
		const { what, remedy } = dump.held[sha256] ?? {
			what: 'Data used by a run in progress',
			remedy: 'Wait for the run to finish, then check again.',
		};
		const add = (problem: Finding['problem'], detail: string): void => {
			findings.push({ problem, what, sha256, detail });
		};
		const look = objects.withFile(sha256, async (file, hashed) => {
			bytes += hashed.bytes;
			if (hashed.sha256 !== sha256) add('corrupt', `The bytes changed in storage. ${remedy}`);
			else for (const facts of expected.get(sha256) ?? []) await compare(facts, file, hashed);
			return true;
		});
		const found = await look.catch((error: unknown) => {
			if (!(error instanceof UnreadableFileError)) throw error;
			add('unreadable', `The file can’t be read (${errorCode(error)}). Check its owner and permissions.`);
			return false;
		});
		if (found === null) add('missing', remedy);

		async function compare(facts: Facts, file: string, hashed: Hashed): Promise<void> {
			const [measured] = await engine.measure([file]);
			const isSame =
				measured?.rows === facts.rows &&
				hashed.bytes === facts.bytes &&
				(facts.columns === null || isDeepStrictEqual(measured.columns, facts.columns));
			if (!isSame)
				add(
					'inconsistent',
					`The row count, size or column bounds in the catalog differ from the stored object. ${remedy}`,
				);
		}
	}
	for (const { what, sha256, rows, bytes: stated, parts } of dump.rows) {
		if (parts.length === 0) continue;
		const whole = rowsOfParts(parts.map(({ sha256: part, ...known }) => ({ sha256: part, known })));
		if (whole.sha256 === sha256 && whole.rows === rows && whole.bytes === stated) continue;
		const detail =
			'The parts in the catalog differ from the stored parts. Rebuild the dataset, or restore the catalog.';
		findings.push({ problem: 'inconsistent', what, sha256: null, detail });
	}
	const named = new Set(dump.objects);
	for await (const { sha256, storedAt } of objects.list()) {
		if (named.has(sha256) || now.getTime() - storedAt.getTime() < graceMs) continue;
		const detail =
			'Nothing refers to this object. While the service is running, it deletes such objects within an hour.';
		findings.push({ problem: 'orphaned', what: 'Unused data', sha256, detail });
	}
	return { findings, objects: dump.objects.length, bytes };
}

interface Facts {
	readonly rows: number;
	readonly bytes: number;
	/** Null if the catalog has no bounds. */
	readonly columns: DumpedRows['parts'][number]['columns'] | null;
}

function expectedFacts(all: readonly DumpedRows[]): Map<string, Facts[]> {
	const expected = new Map<string, Facts[]>();
	const add = (sha256: string, facts: Facts): void => {
		expected.set(sha256, [...(expected.get(sha256) ?? []), facts]);
	};
	for (const { sha256, rows, bytes, parts } of all) {
		if (parts.length === 0) add(sha256, { rows, bytes, columns: null });
		for (const part of parts) add(part.sha256, part);
	}
	return expected;
}
