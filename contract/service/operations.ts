import * as z from 'zod/mini';
import * as agentAsk from '../agents/ask.ts';
import * as agentCard from '../agents/card.ts';
import * as agentCalls from '../agents/json-rpc.ts';
import * as agentModels from '../agents/models.ts';
import * as audit from '../audit.ts';
import * as buildPlan from '../build-plan.ts';
import * as buildRun from '../build-run.ts';
import * as buildSpec from '../build-spec.ts';
import * as check from '../check.ts';
import * as dataset from '../dataset.ts';
import * as datasetChanges from '../dataset-changes.ts';
import * as datasetStatus from '../dataset-status.ts';
import * as datasetVersion from '../dataset-version.ts';
import * as description from '../description.ts';
import * as errors from '../error.ts';
import * as fileCleaning from '../file-cleaning.ts';
import * as fileIngestion from '../file-ingestion.ts';
import * as fileStart from '../file-start.ts';
import * as ingest from '../ingest.ts';
import * as integrity from '../integrity.ts';
import * as link from '../link.ts';
import * as namespace from '../namespace.ts';
import * as namespaceActivity from '../namespace-activity.ts';
import * as namespaceChanges from '../namespace-changes.ts';
import type { Operation } from '../operation.ts';
import * as permission from '../permission.ts';
import * as pipeline from '../pipeline.ts';
import * as previewRun from '../preview-run.ts';
import * as rowsAnalysis from '../rows/analysis.ts';
import * as rowsQueries from '../rows/queries.ts';
import * as search from '../search.ts';
import * as status from '../status.ts';
import * as token from '../token.ts';
import * as user from '../user.ts';
import * as userAdmin from '../user-admin.ts';
import './problem-codes.ts';

const isOperation = (value: unknown): value is Operation =>
	typeof value === 'object' && value !== null && 'tier' in value;

const modules = [
	user,
	userAdmin,
	buildSpec,
	buildRun,
	previewRun,
	buildPlan,
	check,
	pipeline,
	namespace,
	namespaceChanges,
	namespaceActivity,
	dataset,
	datasetChanges,
	datasetVersion,
	datasetStatus,
	rowsQueries,
	rowsAnalysis,
	link,
	search,
	ingest,
	fileCleaning,
	fileStart,
	fileIngestion,
	integrity,
	permission,
	token,
	audit,
	agentCard,
	agentCalls,
	agentAsk,
	agentModels,
	description,
	status,
];

/** Every operation of the interface. The OpenAPI document and 405 responses derive from it. */
export const operations: readonly Operation[] = modules.flatMap((module) =>
	Object.values<unknown>(module).filter(isOperation),
);

export const resources: ReadonlyMap<string, z.ZodMiniType> = new Map(
	[...modules, errors].flatMap((module) =>
		Object.entries<unknown>(module).flatMap(([name, value]) =>
			/^[A-Z]/.test(name) && value instanceof z.ZodMiniType ? [[name, value] as const] : [],
		),
	),
);

/** Whether a call takes up storage. */
export const stores = (operation: Operation): boolean =>
	(operation.method === 'POST' || operation.method === 'PUT') && operation.stores !== false;

/** Operations that change nothing permanently: checks, trials, previews and questions. */
const reading: ReadonlySet<string> = new Set<Operation['id']>([
	buildSpec.checkBuildSpec.id,
	pipeline.checkPipeline.id,
	pipeline.readPipelineFile.id,
	pipeline.readRepository.id,
	link.tryLink.id,
	ingest.previewIngest.id,
	fileCleaning.cleanFile.id,
	agentCalls.callAgent.id,
	agentAsk.ask.id,
]);

/** Parts of an upload, which its commit saves. */
const preparing: ReadonlySet<string> = new Set<Operation['id']>([
	ingest.putChunk.id,
	fileIngestion.putFilePiece.id,
	fileIngestion.reviewFile.id,
]);
export const prepares = ({ id }: Operation): boolean => preparing.has(id);

/** Whether a call changes data. Row queries don't: the results they store can be recomputed. */
export const writes = ({ id, method, linesWhileWorking }: Operation): boolean =>
	method !== 'GET' && linesWhileWorking !== true && !reading.has(id) && !preparing.has(id);
