import { ask } from '#contract/agents/ask.ts';
import { getAgentCard, listAgents } from '#contract/agents/card.ts';
import { callAgent } from '#contract/agents/json-rpc.ts';
import {
	cancelRun,
	getOutputLink,
	getRun,
	getRunLog,
	listOutputs,
	listRuns,
	startBuildRun,
	startPreviewRun,
	startScratchRun,
} from '#contract/build-run.ts';
import {
	checkBuildSpec,
	createBuildSpec,
	deleteBuildSpec,
	getBuildSpec,
	getBuildSpecVersion,
	listBuildSpecs,
	listBuildSpecVersions,
	updateBuildSpec,
} from '#contract/build-spec.ts';
import { deleteDataset, describeDataset, getRows, getSchema, listDatasets, putSortOrder } from '#contract/dataset.ts';
import { getDescription } from '#contract/description.ts';
import {
	cancelIngestion,
	commitIngestion,
	getIngestion,
	getPreviewFacts,
	listIngestions,
	markIngestionSeen,
	previewIngest,
	putChunk,
	startIngestion,
} from '#contract/ingest.ts';
import { addLink, deleteLink, listLinks, suggestLinks, tryLink } from '#contract/link.ts';
import { createNamespace, getNamespace, listNamespaces, renameNamespace, wipeNamespace } from '#contract/namespace.ts';
import type { Operation } from '#contract/operation.ts';
import { grantShare, leaveNamespace, listShareChanges, listShares, revokeShare } from '#contract/permission.ts';
import { createToken, getTokenPermissions, listTokenChanges, listTokens, revokeToken } from '#contract/token.ts';
import { getMe } from '#contract/user.ts';
import type { Settings } from '../settings.ts';

/** Every operation of the service. The OpenAPI document and the answers to wrong methods are derived from it. */
export const operations: readonly Operation[] = [
	getMe,
	listBuildSpecs,
	createBuildSpec,
	checkBuildSpec,
	getBuildSpec,
	updateBuildSpec,
	deleteBuildSpec,
	listBuildSpecVersions,
	getBuildSpecVersion,
	startPreviewRun,
	startScratchRun,
	startBuildRun,
	listRuns,
	getRun,
	cancelRun,
	getRunLog,
	listOutputs,
	getOutputLink,
	listNamespaces,
	createNamespace,
	getNamespace,
	renameNamespace,
	wipeNamespace,
	listDatasets,
	getSchema,
	getRows,
	deleteDataset,
	describeDataset,
	putSortOrder,
	listLinks,
	addLink,
	tryLink,
	suggestLinks,
	deleteLink,
	previewIngest,
	getPreviewFacts,
	startIngestion,
	putChunk,
	commitIngestion,
	cancelIngestion,
	listIngestions,
	getIngestion,
	markIngestionSeen,
	listShares,
	grantShare,
	revokeShare,
	leaveNamespace,
	listShareChanges,
	getTokenPermissions,
	listTokens,
	listTokenChanges,
	createToken,
	revokeToken,
	listAgents,
	getAgentCard,
	callAgent,
	ask,
	getDescription,
];

/** Whether a service with these settings offers an operation: with `coreOnly` it has no extensions. */
export const offers = (settings: Pick<Settings, 'coreOnly'>, operation: Operation): boolean =>
	!settings.coreOnly || operation.tier === 'core';
