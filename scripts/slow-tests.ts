import { turns } from '../e2e/support/share.ts';

/** Tests that take seven seconds or more, such as those that kill processes, fill disks or compare millions of values. */
export const slowTests = [
	'server/agents/assistant/conversation.test.ts',
	'server/agents/attached/attached.test.ts',
	'server/agents/offline/questions.test.ts',
	'server/agents/protocol/examples.test.ts',
	'server/build-killed.test.ts',
	'server/chaos-bytes.test.ts',
	'server/commands/backup.test.ts',
	'server/commands/commands.test.ts',
	'server/commands/send-command.test.ts',
	'server/commands/verify-data.test.ts',
	'server/engine/pool/engine-limits.test.ts',
	'server/engine/pool/hidden.test.ts',
	'server/environment.test.ts',
	'server/http/base/fuzz.test.ts',
	'server/http/base/storage.test.ts',
	'server/http/resources/build-runs.test.ts',
	'server/http/resources/corrupt-data.test.ts',
	'server/http/resources/engine-source.test.ts',
	'server/http/pipelines/git-previews.test.ts',
	'server/http/resources/link-trial.test.ts',
	'server/http/resources/namespace-changes.test.ts',
	'server/http/resources/parts.test.ts',
	'server/http/resources/row-queries-equal.test.ts',
	'server/http/resources/row-queries-same-figures.test.ts',
	'server/ingestion-killed.test.ts',
	'server/older-folder.test.ts',
	'server/platform/checks/checks.test.ts',
	'server/platform/datasets/dataset-status.test.ts',
	'server/platform/datasets/dataset-versions.test.ts',
	'server/platform/replicas/retention.test.ts',
	'server/rename-killed.test.ts',
	'server/restart.test.ts',
	'server/store/catalog/installation-id.test.ts',
	'server/wipe-killed.test.ts',
	'src/rows/formats/parquet/parquet-file.test.ts',
	'src/rows/operations/arrange/arrange.test.ts',
	'server/agents/conversations.test.ts',
	'server/http/auth/provider.test.ts',
	'server/platform/ingestions/file-cleaning.test.ts',
	'server/upsert-killed.test.ts',
	'server/engine/pool/engine-file.test.ts',
	'server/engine/pool/engine-load.test.ts',
	'server/engine/runner/messy-files.test.ts',
	'server/http/resources/file-ingestions.test.ts',
	'server/platform/datasets/dataset-rename.test.ts',
	'server/platform/execution/build-plans.test.ts',
	'src/features/build-specs/versions/histories.test.ts',
];

/**
 * The slow tests that have their turn another time.
 * @param turn 0 to `turns` - 1
 */
export const slowTestsNotInTurn = (turn: number): string[] => slowTests.filter((_, at) => at % turns !== turn);
