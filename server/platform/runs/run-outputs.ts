import { and, asc, eq } from 'drizzle-orm';
import type { BuildRunOutput, BuildRunPipelineOutput, OutputLink } from '#contract/build-run.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { runOutputs } from '../../store/catalog/schema/runs.ts';
import { CorruptObjectError, longestAddressSeconds } from '../../store/objects/types.ts';
import { callerOfToken } from '../access/tokens.ts';
import type { Caller } from '../core/caller.ts';
import { notFound, ServiceError } from '../core/service-error.ts';
import { corrupt, outputData } from '../parts/corrupt-data.ts';
import type { Platform } from '../state/platform.ts';
import { type DownloadClaim, downloadAddress } from './download-address.ts';
import { assertMayReadSources, ownRun, type RunRow } from './run-record.ts';

type OutputRow = typeof runOutputs.$inferSelect;

/** The outputs of a preview run: one for each destination slot, or all that a pipeline produced. */
export async function listOutputs(platform: Platform, caller: Caller, runId: string): Promise<BuildRunOutput[]> {
	const outputs = await outputsOf(platform, caller, runId);
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
		rows,
		bytes,
	};
}

export async function linkOutput(platform: Platform, caller: Caller, runId: string, name: string): Promise<OutputLink> {
	const outputs = await outputsOf(platform, caller, runId);
	const output = outputs.find((output) => foldName(output.name) === foldName(name));
	if (output === undefined) {
		const names = outputs.map((output) => `"${output.name}"`).join(', ');
		throw notFound(`This run has no output "${name}". It has ${names}.`);
	}
	return linkTo(platform, caller, output);
}

/** What the file of an output is called: an output that is named like a file keeps its name. */
const fileNameOf = (output: string): string => (/\.parquet$/i.test(output) ? output : `${output}.parquet`);

/** It ends with the token that asked for it, if that is earlier. An address of the store itself cannot be taken back: it is short. */
async function linkTo(platform: Platform, caller: Caller, { runId, name, sha256 }: OutputRow): Promise<OutputLink> {
	const now = platform.now().getTime();
	const most = Math.min(now + platform.settings.linkSeconds * 1000, caller.tokenExpiresAt.getTime());
	const ends = Math.min(most, now + longestAddressSeconds * 1000);
	const wanted = { fileName: fileNameOf(name), seconds: Math.max(1, Math.floor((ends - now) / 1000)) };
	const downloadUrl = await platform.objects.address(sha256, wanted);
	if (downloadUrl !== null) return { downloadUrl, expiresAt: new Date(ends).toISOString() };
	const expiresAt = new Date(most);
	return downloadAddress(platform, {
		sha256,
		runId,
		output: name,
		tokenId: caller.tokenId,
		fileName: fileNameOf(name),
		expiresAt,
	});
}

export interface Download extends DownloadClaim {
	readonly bytes: number;
	/** Of the run; null where it has none. */
	readonly destination: DatasetCoordinate | null;
}

/** The download of a signed address, whose token and read access are checked again. @throws ServiceError NOT_FOUND */
export async function findDownload(platform: Platform, claim: DownloadClaim): Promise<Download> {
	const { db } = platform.catalog;
	const gone = notFound('What this download address leads to is not there any more, or you may not read it any more.');
	const caller = await callerOfToken(platform, claim.tokenId);
	if (caller === null) throw gone;
	const run = await ownRun(db, caller, claim.runId);
	await assertMayReadSources(db, caller, run);
	const isOutput = and(eq(runOutputs.runId, claim.runId), eq(runOutputs.name, claim.output));
	const [output] = await db
		.select()
		.from(runOutputs)
		.where(and(isOutput, eq(runOutputs.sha256, claim.sha256)));
	if (output === undefined) throw gone;
	return { ...claim, bytes: output.bytes, destination: run.definition.destination ?? null };
}

/** Bytes of a download from `start` to `end`, both included. @throws ServiceError DATA_CORRUPT, NOT_FOUND */
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
		// Outputs are swept while people read them.
		const { destination } = await findDownload(platform, download);
		throw corrupt(platform.log, error, outputData(download.output, download.runId, destination));
	}
}

async function outputsOf(platform: Platform, caller: Caller, runId: string) {
	const { db } = platform.catalog;
	const run = await ownRun(db, caller, runId);
	if (run.kind !== 'preview') {
		throw notFound('This run is not a preview: it wrote its destination dataset and has no outputs to download.');
	}
	// First what the run itself tells: it is asked for again and again until it has ended.
	assertSucceeded(run);
	await assertMayReadSources(db, caller, run);
	return db
		.select()
		.from(runOutputs)
		.where(eq(runOutputs.runId, run.id))
		.orderBy(asc(runOutputs.position), asc(runOutputs.name));
}

function assertSucceeded(run: RunRow): void {
	switch (run.state) {
		case 'succeeded':
			return;
		case 'queued':
		case 'running':
			throw new ServiceError('OUTPUTS_NOT_READY', `The run is ${run.state} and has not produced its outputs yet.`);
		case 'cancelled':
			throw new ServiceError('RUN_CANCELLED', 'The run was cancelled and has no outputs. Start it again.');
		case 'failed': {
			const reason = run.error?.message ?? 'No reason was recorded.';
			const subErrors = run.error === null ? [] : [{ code: run.error.code, message: run.error.message }];
			throw new ServiceError('RUN_FAILED', `The run failed and has no outputs: ${reason}`, subErrors);
		}
	}
}
