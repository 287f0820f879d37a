import * as agentAsk from '../agents/ask.ts';
import * as agentCard from '../agents/card.ts';
import * as agentCalls from '../agents/json-rpc.ts';
import * as buildRun from '../build-run.ts';
import * as buildSpec from '../build-spec.ts';
import * as dataset from '../dataset.ts';
import * as description from '../description.ts';
import * as ingest from '../ingest.ts';
import * as link from '../link.ts';
import * as namespace from '../namespace.ts';
import type { Operation } from '../operation.ts';
import * as permission from '../permission.ts';
import * as token from '../token.ts';
import * as user from '../user.ts';

/** Every operation of the interface. The OpenAPI document and the answers to wrong methods are derived from it. */
export const operations: readonly Operation[] = [
	user.getMe,
	buildSpec.listBuildSpecs,
	buildSpec.createBuildSpec,
	buildSpec.checkBuildSpec,
	buildSpec.getBuildSpec,
	buildSpec.updateBuildSpec,
	buildSpec.deleteBuildSpec,
	buildSpec.listBuildSpecVersions,
	buildSpec.getBuildSpecVersion,
	buildRun.startPreviewRun,
	buildRun.startScratchRun,
	buildRun.startBuildRun,
	buildRun.listRuns,
	buildRun.getRun,
	buildRun.cancelRun,
	buildRun.getRunLog,
	buildRun.listOutputs,
	buildRun.getOutputLink,
	namespace.listNamespaces,
	namespace.createNamespace,
	namespace.getNamespace,
	namespace.renameNamespace,
	namespace.wipeNamespace,
	dataset.listDatasets,
	dataset.getSchema,
	dataset.getRows,
	dataset.deleteDataset,
	dataset.describeDataset,
	dataset.putSortOrder,
	link.listLinks,
	link.addLink,
	link.tryLink,
	link.suggestLinks,
	link.deleteLink,
	ingest.previewIngest,
	ingest.getPreviewFacts,
	ingest.startIngestion,
	ingest.putChunk,
	ingest.commitIngestion,
	ingest.cancelIngestion,
	ingest.listIngestions,
	ingest.getIngestion,
	ingest.markIngestionSeen,
	permission.listShares,
	permission.grantShare,
	permission.revokeShare,
	permission.leaveNamespace,
	permission.listShareChanges,
	token.getTokenPermissions,
	token.listTokens,
	token.listTokenChanges,
	token.createToken,
	token.revokeToken,
	agentCard.listAgents,
	agentCard.getAgentCard,
	agentCalls.callAgent,
	agentAsk.ask,
	description.getDescription,
];
