import type { DatasetSummary } from '#contract/dataset.ts';
import { listLinks } from '#contract/link.ts';
import { getNamespace, type Wiped, wipeNamespace } from '#contract/namespace.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/http.ts';
import { isUnknownOutcome, settleWrite, unknownOutcome } from '../../../api/lost-write.ts';
import { randomId } from '../../../lib/random-id.ts';
import { sumOf } from '../model.ts';
import { type WipeTarget, wipeAlone, writeMark } from './wipe-guard.ts';

interface WipeInput {
	readonly target: WipeTarget;
	readonly deleteDatasets: boolean;
	/** When the impact was gathered, ms since 1970. */
	readonly seenAt: number;
	/** Whether the service lists a namespace's content and links. */
	readonly canLook: boolean;
	readonly canLookAtLinks: boolean;
	/** Idempotency key, shared by all tabs; null if the service doesn't support it. */
	readonly key: string | null;
	/** Only looks up an earlier wipe. */
	readonly onlyLook?: boolean;
}

export interface WipeOutcome {
	/** Null if the service doesn't report it, or its response was lost. */
	readonly wiped: Wiped | null;
	/** Whether the response was lost, but the namespace shows that it's done. */
	readonly found: boolean;
}

/**
 * Idempotency key derived from the visible content: two requests by one user for the same content are one wipe.
 * @param datasets as gathered; undefined if they aren't listed
 */
export function wipeKey(datasets: readonly DatasetSummary[] | undefined): string {
	if (datasets === undefined) return randomId();
	const rows = sumOf(datasets, (dataset) => dataset.rows);
	const versions = sumOf(datasets, (dataset) => dataset.version);
	const changes = datasets.map((dataset) => dataset.updatedAt).sort();
	return ['wipe', datasets.length, rows, versions, changes.at(-1) ?? ''].join(' ');
}

/**
 * Sends exactly one request: no retries, not while offline, not from two tabs. Without a response, the namespace's
 * state shows the outcome.
 * @throws ApiError, WipeRefused
 */
export async function wipeOnce(input: WipeInput): Promise<WipeOutcome> {
	const { target, deleteDatasets, onlyLook = false } = input;
	const mark = (state: 'sent' | 'done' | 'not-done') => writeMark(target, { state, at: Date.now(), deleteDatasets });
	const settle = async () => {
		try {
			const { value } = await settleWrite(
				{ operation: wipeNamespace.id, done: 'wiped', send: () => send(input), find: () => find(input) },
				onlyLook,
			);
			mark('done');
			return value;
		} catch (error) {
			if (!isUnknownOutcome(error)) mark('not-done');
			throw error;
		}
	};
	if (onlyLook) return await settle();
	return await wipeAlone(target, input.seenAt, () => {
		mark('sent');
		return settle();
	});
}

async function send({ target: { owner, namespace }, deleteDatasets, key }: WipeInput): Promise<WipeOutcome> {
	const params = { username: owner, namespace };
	// Always explicit: without the query, the URL could refer to a dataset of that name.
	const input = { params, query: { deleteDatasets: String(deleteDatasets) } };
	const wiped = await call(wipeNamespace, input, { idempotencyKey: key });
	return { wiped, found: false };
}

async function find({ target: { owner, namespace }, deleteDatasets, canLook, canLookAtLinks }: WipeInput) {
	if (!canLook) throw cannotLook();
	try {
		const now = await call(getNamespace, { params: { username: owner, namespace } });
		if (now.rows > 0 || (deleteDatasets && now.datasets > 0)) return null;
		const done: WipeOutcome = { wiped: null, found: true };
		if (!canLookAtLinks) return done;
		const { items } = await call(listLinks, { query: { username: owner, namespace, limit: '1' } });
		return items.length > 0 ? null : done;
	} catch (error) {
		// A rejected lookup doesn't show the outcome of the wipe.
		if (isApiError(error) && error.kind === 'refused' && error.status < 500 && error.status !== 401) throw cannotLook();
		throw error;
	}
}

const cannotLook = () =>
	unknownOutcome(wipeNamespace, 'this service doesn’t show what’s in a namespace. The namespace may have been wiped.');
