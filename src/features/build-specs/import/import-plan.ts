import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey } from '#contract/dataset.ts';
import { bodyOf } from '../fields.ts';
import { sameText, textOf, type WorkText } from '../model.ts';
import type { SpecFile } from './spec-file.ts';
import type { ReadFile } from './spec-import-files.ts';

/** Options for a file; `leave` is always one of them. */
export type ImportChoice = 'create' | 'change' | 'leave';

/** What a file would change. The first choice is the default. */
export interface ImportItem {
	readonly path: string;
	readonly file: SpecFile;
	readonly kind: 'created' | 'changed' | 'same';
	readonly spec: BuildSpec | null;
	readonly choices: readonly ImportChoice[];
	readonly note: string | null;
}

export const textOfFile = (file: SpecFile): WorkText => textOf(bodyOf(file));

/** Matches files with existing BuildSpecs by id, or else by a destination only one BuildSpec has. */
export function planImport(
	files: readonly ReadFile[],
	specs: readonly BuildSpec[],
	canCreate: boolean,
): readonly ImportItem[] {
	const byId = new Map(specs.map((spec) => [spec.id, spec]));
	const byDestination = new Map<string, BuildSpec[]>();
	for (const spec of specs) {
		const key = coordinateKey(spec.destination);
		byDestination.set(key, [...(byDestination.get(key) ?? []), spec]);
	}
	const taken = new Map<string, string>();
	return files.flatMap(({ path, file }): ImportItem | [] => {
		if (file === null) return [];
		const own = file.id === null ? undefined : byId.get(file.id);
		const alike = byDestination.get(coordinateKey(file.destination)) ?? [];
		const spec = own ?? (alike.length === 1 ? alike[0] : undefined) ?? null;
		const key = spec?.id ?? file.id ?? null;
		const earlier = key === null ? undefined : taken.get(key);
		if (key !== null && earlier === undefined) taken.set(key, path);
		const item = { path, file, spec };
		if (earlier !== undefined) {
			const note = `${earlier} is for the same BuildSpec. You can import only one of the two files.`;
			return { ...item, kind: spec === null ? 'created' : 'changed', choices: ['leave'], note };
		}
		if (spec !== null && sameText(textOf(spec), textOfFile(file))) {
			return { ...item, kind: 'same', choices: ['leave'], note: null };
		}
		if (spec === null) {
			return canCreate
				? { ...item, kind: 'created', choices: ['create', 'leave'], note: null }
				: { ...item, kind: 'created', choices: ['leave'], note: 'This service doesn’t support creating BuildSpecs.' };
		}
		return { ...item, kind: 'changed', ...change(file, spec, own !== undefined, canCreate) };
	});
}

function change(
	file: SpecFile,
	spec: BuildSpec,
	isOwn: boolean,
	canCreate: boolean,
): Pick<ImportItem, 'choices' | 'note'> {
	if (!isOwn) {
		const note = `Another BuildSpec (version ${spec.version}) already builds this dataset. Update it with the file${canCreate ? ', create a second BuildSpec' : ''} or skip the file.`;
		return { choices: ['leave', 'change', ...(canCreate ? (['create'] as const) : [])], note };
	}
	if (file.version === spec.version) return { choices: ['change', 'leave'], note: null };
	const note =
		file.version === null
			? `The file has no version number. Importing it replaces version ${spec.version}, even if that version is newer than the file.`
			: `The file was exported from version ${file.version}, but the service has version ${spec.version}. ${file.version < spec.version ? 'Importing the file undoes the changes made since.' : `Importing the file replaces version ${spec.version}.`}`;
	return { choices: ['leave', 'change'], note };
}
