import { and, asc, eq } from 'drizzle-orm';
import type { BuildRunOutput, BuildRunPipelineOutput, OutputLink } from '#contract/build-run.ts';
import { foldName } from '#contract/ids.ts';
import { runOutputs } from '../../store/catalog/schema/runs.ts';
import { CorruptObjectError } from '../../store/objects/types.ts';
import { callerOfToken } from '../access/tokens.ts';
import type { Caller } from '../core/caller.ts';
import { notFound, ServiceError } from '../core/service-error.ts';
import { corrupt, outputData, type StoredData } from '../parts/corrupt-data.ts';
import type { Platform } from '../state/platform.ts';
import { type DownloadClaim, linkObject, type OfOutput } from './download-address.ts';
import { assertMayReadSources, ownRun, type RunRow } from './run-record.ts';

type OutputRow = typeof runOutputs.$inferSelect;

/** The outputs of a preview run: one per destination slot, or all that a pipeline produced. */
export async function listOutputs(platform: Platform, caller: Caller, runId: string): Promise<BuildRunOutput[]> {
	const { outputs } = await readOutputs(platform, caller, runId);
	const present = async (output: OutputRow): Promise<BuildRunOutput> => {
		if (output.kind !== null) return pipelineOutput(platform, caller, output);
		return {
			datasetName: output.name,
			owner: output.owner ?? '',
			namespace: output.namespace ?? '',
			href: `build-runs/${runId}/outputs/${encodeURIComponent(output.name)}`,
		};
	};
	return Promise.all(outputs.map(present));
}

async function pipelineOutput(platform: Platform, caller: Caller, output: OutputRow): Promise<BuildRunPipelineOutput> {
	const { name, kind, owner, namespace, dataset, rows, bytes } = output;
	const target = owner === null || namespace === null ? null : { owner, namespace, datasetName: dataset ?? name };
	return {
		name: fileNameOf(name),
		...(target === null ? {} : { target }),
		...(await linkTo(platform, caller, output)),
		...(kind === null ? {} : { kind }),
		...(output.step === null ? {} : { step: output.step }),
		rows,
		bytes,
	};
}

export async function linkOutput(platform: Platform, caller: Caller, runId: string, name: string): Promise<OutputLink> {
	const { output } = await findOutput(platform, caller, runId, name);
	return linkTo(platform, caller, output);
}

/** An output that the caller may read, and the destination of its run. @throws ServiceError NOT_FOUND, or the reason why a run has no outputs */
export async function findOutput(platform: Platform, caller: Caller, runId: string, name: string) {
	const { outputs, destination } = await readOutputs(platform, caller, runId);
	const output = outputs.find((output) => foldName(output.name) === foldName(name));
	if (output === undefined) {
		const names = outputs.map((output) => `"${output.name}"`).join(', ');
		throw notFound(names === '' ? 'This run has no outputs.' : `This run has no output "${name}". It has ${names}.`);
	}
	return { output, destination };
}

/** The file name of an output; names with the extension stay. */
const fileNameOf = (output: string): string => (/\.parquet$/i.test(output) ? output : `${output}.parquet`);

const linkTo = (platform: Platform, caller: Caller, { runId, name, sha256 }: OutputRow): Promise<OutputLink> =>
	linkObject(platform, caller, { sha256, of: { runId, output: name }, fileName: fileNameOf(name) });

export interface Download extends Omit<DownloadClaim, 'of'> {
	/** The owner of the download. */
	readonly userId: string;
	readonly bytes: number;
	/** What it contains and how to recover it, in case its bytes are corrupt. @throws ServiceError NOT_FOUND */
	data(): Promise<StoredData>;
}

/** The download for a signed URL; token and read access are checked again. @throws ServiceError NOT_FOUND */
export async function findDownload(
	platform: Platform,
	claim: DownloadClaim,
	{ runId, output: name }: OfOutput,
): Promise<Download> {
	const { db } = platform.catalog;
	const caller = await callerOfToken(platform, claim.tokenId);
	if (caller === null) throw downloadGone();
	const run = await ownRun(db, caller, runId);
	await assertMayReadSources(db, caller, run);
	const isOutput = and(eq(runOutputs.runId, runId), eq(runOutputs.name, name));
	const [output] = await db
		.select()
		.from(runOutputs)
		.where(and(isOutput, eq(runOutputs.sha256, claim.sha256)));
	if (output === undefined) throw downloadGone();
	return {
		...claim,
		userId: caller.userId,
		bytes: output.bytes,
		// Outputs may be swept while they are being read.
		data: async () => {
			await findDownload(platform, claim, { runId, output: name });
			return outputData(name, runId, run.definition.destination ?? null);
		},
	};
}

/** Bytes of a download from `start` to `end`, inclusive. @throws ServiceError DATA_CORRUPT, NOT_FOUND */
export async function readDownload(
	platform: Platform,
	download: Download,
	start: number,
	end: number,
): Promise<ReadableStream<Uint8Array>> {
	try {
		return await platform.objects.read(download.sha256, start, end);
	} catch (error) {
		if (!(error instanceof CorruptObjectError)) throw error;
		throw corrupt(platform.log, error, await download.data());
	}
}

export const downloadGone = (): ServiceError =>
	notFound('This download no longer exists, or you no longer have access to it. Request a new one.');

async function readOutputs(platform: Platform, caller: Caller, runId: string) {
	const { db } = platform.catalog;
	const run = await ownRun(db, caller, runId);
	if (run.kind !== 'preview') {
		throw notFound(
			'This run is a build. Builds write datasets and have no outputs to download. Open the dataset instead.',
		);
	}
	// Checked first, because clients poll until the run has ended.
	assertSucceeded(run);
	await assertMayReadSources(db, caller, run);
	const outputs = await db
		.select()
		.from(runOutputs)
		.where(eq(runOutputs.runId, run.id))
		.orderBy(asc(runOutputs.position), asc(runOutputs.name));
	return { outputs, destination: run.definition.destination ?? null };
}

function assertSucceeded(run: RunRow): void {
	switch (run.state) {
		case 'succeeded':
			return;
		case 'queued':
		case 'running':
			throw new ServiceError(
				'OUTPUTS_NOT_READY',
				`The run is ${run.state} and hasn’t produced its outputs yet. Try again after it finishes.`,
			);
		case 'cancelled':
			throw new ServiceError('RUN_CANCELLED', 'The run was canceled and has no outputs. Start the run again.');
		case 'failed': {
			const reason = run.error?.message ?? 'No reason was recorded.';
			const subErrors = run.error === null ? [] : [{ code: run.error.code, message: run.error.message }];
			throw new ServiceError('RUN_FAILED', `The run failed and has no outputs. ${reason}`, subErrors);
		}
	}
}
