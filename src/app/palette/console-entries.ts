import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import { listAudit } from '#contract/audit.ts';
import { listRuns, startScratchRun } from '#contract/build-run.ts';
import { createBuildSpec, undeleteBuildSpec } from '#contract/build-spec.ts';
import { renameDataset } from '#contract/dataset-changes.ts';
import type { Description } from '#contract/description.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import { listIngestions } from '#contract/ingest.ts';
import { suggestLinks } from '#contract/link.ts';
import { createNamespace, listNamespaces } from '#contract/namespace.ts';
import { deleteNamespace } from '#contract/namespace-changes.ts';
import { grantShare, listShares } from '#contract/permission.ts';
import { checkPipeline } from '#contract/pipeline.ts';
import { createToken } from '#contract/token.ts';
import { useIsAdmin } from '../../features/access/queries.ts';
import { offers } from '../../features/session/model.ts';
import { openProfiles, requestSignOut } from '../../features/session/sign-out/sign-out.ts';
import { altName } from '../../lib/browser/keys.ts';
import { requestDialog } from '../../lib/use-requested-dialog.ts';
import { paths } from '../../routing/paths.ts';
import { useDestinations } from '../destinations.ts';
import type { Entry, EntryGroup } from './find-entries.ts';

const pageSynonyms: Readonly<Record<string, string>> = {
	[paths.home()]: 'dashboard overview start page landing drafts unsaved outdated stale freshness',
	[paths.buildSpecs()]: 'pipelines transformations queries models sql code etl schedule',
	[paths.lineage()]: 'dependencies graph upstream downstream impact',
	[paths.worksheet()]: 'sql query editor scratch notebook console new run select',
	[paths.runs()]: 'jobs builds previews history logs failures',
	[paths.namespaces()]: 'datasets tables schemas catalog projects databases columns rename wipe delete drop',
	[paths.links()]: 'relationships joins foreign keys relations',
	[paths.ingest()]: 'upload import load file csv excel json parquet paste add data',
	[paths.agents()]: 'ask chat assistant ai questions answers conversations llm',
	[paths.access()]: 'share sharing permissions users people tokens rights roles grant revoke expire security',
	[paths.activity()]: 'requests log history audit journal errors',
	[paths.docs()]: 'documentation help guides manual',
};

/** Pages, settings and commands available everywhere. */
export function useConsoleEntries(description: Description | null, onShortcuts: () => void): EntryGroup[] {
	const navigate = useNavigate();
	const destinations = useDestinations();
	const { setColorScheme } = useMantineColorScheme();
	/** @param opens part of the page to open */
	const page = (label: string, to: string, synonyms = '', hint?: string, opens?: string): Entry => ({
		id: `${to} ${label}`,
		label,
		synonyms,
		hint,
		to,
		choose: () => void navigate(to, opens === undefined ? {} : { state: requestDialog(opens) }),
	});
	const command = (label: string, synonyms: string, choose: () => void, keys?: string): Entry => ({
		id: `console ${label}`,
		label,
		synonyms,
		choose,
		...(keys === undefined ? {} : { keys }),
	});
	const when = (isOffered: boolean, entry: Entry): Entry[] => (isOffered ? [entry] : []);
	const isAdmin = useIsAdmin();
	const users = `${paths.access()}?view=users`;
	const offered = (operation: Parameters<typeof offers>[1]) => offers(description, operation);
	return [
		{
			label: 'Go to',
			entries: [
				...destinations.map(({ label, to }) => page(label, to, pageSynonyms[to])),
				{ ...command('Keyboard shortcuts', 'keys hotkeys help', onShortcuts, '?'), id: 'shortcuts' },
			],
		},
		{
			label: 'Commands',
			entries: [
				...when(offered(createBuildSpec), page('New BuildSpec', paths.newBuildSpec(), 'create transformation')),
				...when(
					offered(createBuildSpec) && offered(checkPipeline),
					page('New pipeline', paths.newPipeline(), 'create git repository steps'),
				),
				...when(offered(startScratchRun), page('All worksheets', paths.allWorksheets(), 'sql query list')),
				page('Import BuildSpecs', paths.importBuildSpecs(), 'upload zip files restore'),
				...when(
					offered(createNamespace),
					page('Create namespace', paths.namespaces(), 'new project schema database', 'Namespaces', 'create'),
				),
				page('Create link', paths.newLink(), 'new join relationship'),
				...when(offered(suggestLinks), page('Suggest links', paths.linkSuggestions(), 'find joins relationships')),
				...when(
					offered(startFileIngestion),
					page('Create dataset', paths.upload(), 'new add table import upload csv excel json parquet file', 'Ingest'),
				),
				...when(offered(listIngestions), page('Ingestions', paths.ingestions(), 'uploads imports history')),
				...when(
					offered(listRuns),
					page('Failed runs', `${paths.runs()}?state=failed`, 'failures errors broken jobs builds', 'Runs'),
				),
				...when(offered(listRuns), page('Downstream builds', paths.buildPlans(), 'plans cascade dependencies')),
				page(
					[grantShare, listShares, listNamespaces].every(offered) ? 'Share namespace' : 'Revoke access',
					paths.access(),
					'sharing permission grant invite add user dataset viewer editor collaborate access',
					'Access',
					'share',
				),
				...when(
					offered(createToken),
					page(
						'Create access token',
						`${paths.access()}?view=tokens`,
						'api key secret credential tokens',
						'Access',
						'create',
					),
				),
				...when(isAdmin, page('Users', users, 'people accounts members team list admin', 'Access')),
				...when(isAdmin, page('Invite user', users, 'add new create account people admin', 'Access', 'invite')),
				...when(isAdmin, page('Disable user', users, 'remove block delete account people admin', 'Access')),
				...when(
					offered(listAudit),
					page('Audit log', `${paths.activity()}?view=audit`, 'who changed history events security trail', 'Activity'),
				),
				page('Show your permissions', `${paths.access()}?view=mine`, 'permissions rights my access token role'),
				page('Delete dataset', paths.namespaces(), 'remove drop table', 'Namespaces'),
				...when(
					offered(renameDataset),
					page('Rename dataset or edit details', paths.namespaces(), 'table license contact description', 'Namespaces'),
				),
				page('Export rows', paths.namespaces(), 'download save csv excel parquet dataset table data', 'Namespaces'),
				page(
					offered(deleteNamespace) ? 'Rename, wipe or delete namespace' : 'Wipe or rename namespace',
					paths.namespaces(),
					'delete remove erase drop all data balefire',
					'Namespaces',
				),
				page(
					offered(undeleteBuildSpec) ? 'Delete or restore BuildSpec' : 'Delete BuildSpec',
					paths.buildSpecs(),
					'remove undelete trash deleted undo',
					'BuildSpecs',
				),
				page('New conversation', paths.agents(), 'ask agent chat assistant question'),
				page('Replay recording', paths.replay(), 'replay record file'),
				page('Discovered names', paths.learnedNames(), 'seen known datasets'),
			],
		},
		{
			label: 'Settings',
			entries: [
				command('Use dark theme', 'dark mode night appearance change colors settings preferences', () =>
					setColorScheme('dark'),
				),
				command('Use light theme', 'light mode day bright appearance change colors settings preferences', () =>
					setColorScheme('light'),
				),
				command('Use system theme', 'auto mode appearance colors settings preferences dark light', () =>
					setColorScheme('auto'),
				),
				command('Switch or manage profiles', 'account user settings service', openProfiles, altName('Shift P')),
				page('Choose start page', paths.home(), 'landing open first settings preferences', 'Home'),
				page('About this service', paths.about(), 'version number build extensions features settings status'),
				command('Sign out', 'log out logout leave exit', () => void requestSignOut(description)),
			],
		},
	];
}
