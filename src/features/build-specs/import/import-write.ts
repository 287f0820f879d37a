import { type BuildSpec, type BuildSpecEdit, getBuildSpec } from '#contract/build-spec.ts';
import { isPassing } from '../../../api/api-error.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { callWithEtag } from '../../../api/http.ts';
import { isSignInEnded, isUnknownOutcome } from '../../../api/lost-write.ts';
import { readAgain } from '../../../api/retry.ts';
import { bodyOf } from '../fields.ts';
import { editOf } from '../model.ts';
import { createOnce, saveBuildSpec } from '../mutations.ts';
import type { ImportChoice, ImportItem } from './import-plan.ts';

/** Result for one file. `id` is its BuildSpec's, if it has one now. */
export interface ImportResult {
	readonly path: string;
	readonly state: 'done' | 'failed';
	readonly message: string;
	readonly id: string | null;
}

/**
 * Writes the chosen files one by one, like the workbench: a version that wasn't reviewed is never overwritten. Stops if
 * the service doesn't respond or the session expired.
 * @param known the BuildSpecs the plan was based on
 * @returns why it stopped, or null
 */
export async function writeImport(
	chosen: readonly { readonly item: ImportItem; readonly choice: ImportChoice }[],
	known: readonly BuildSpec[],
	onResult: (result: ImportResult) => void,
	signal: AbortSignal,
): Promise<string | null> {
	const ids = known.map((item) => item.id);
	for (const { item, choice } of chosen) {
		if (choice === 'leave') continue;
		if (signal.aborted) return 'You stopped the import. BuildSpecs without a result below weren’t imported.';
		try {
			const done = choice === 'create' || item.spec === null ? await create(item, ids) : await change(item, item.spec);
			if (done.id !== null) ids.push(done.id);
			onResult({ path: item.path, ...done });
		} catch (error) {
			const facts = errorFacts(error);
			const details = facts.subErrors.map((problem) => problem.message).join(' ');
			onResult({ path: item.path, state: 'failed', message: `${facts.message} ${details}`.trim(), id: null });
			if (isSignInEnded(error)) return 'Your session expired, so the remaining BuildSpecs weren’t imported.';
			if (isPassing(error) || isUnknownOutcome(error))
				return 'The service isn’t available, so the remaining BuildSpecs weren’t imported.';
		}
	}
	return null;
}

type Done = Pick<ImportResult, 'state' | 'message' | 'id'>;

const editOfItem = ({ file }: ImportItem): BuildSpecEdit => editOf(bodyOf(file));

async function create(item: ImportItem, known: readonly string[]): Promise<Done> {
	const { value } = await createOnce({ edit: editOfItem(item), known: [...known], at: Date.now() });
	return { state: 'done', message: `Created as version ${value.version}.`, id: value.id };
}

async function change(item: ImportItem, seen: BuildSpec): Promise<Done> {
	const now = await readAgain(() => callWithEtag(getBuildSpec, { params: { buildSpecId: seen.id } }));
	const overtaken = (version: number): Done => ({
		state: 'failed',
		message: `Someone saved version ${version} in the meantime, so this file wasn’t imported. Review the differences, then import the file again.`,
		id: seen.id,
	});
	if (now.value.version !== seen.version) return overtaken(now.value.version);
	const base = { version: now.value.version, etag: now.etag };
	const outcome = await saveBuildSpec({ buildSpecId: seen.id, edit: editOfItem(item), base });
	const { version } = outcome.saved.value;
	if (outcome.kind === 'overtaken') return overtaken(version);
	const raced = outcome.raced ? ` It replaced version ${version - 1}, which someone saved just before you.` : '';
	return { state: 'done', message: `Saved as version ${version}.${raced}`, id: seen.id };
}
