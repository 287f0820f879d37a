import { IconHelp } from '@tabler/icons-react';
import { Link, matchPath, useLocation } from 'react-router';
import { paths } from '../../routing/paths.ts';
import { PopoverButton } from '../../ui/menu/popover-button.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import classes from './page-help.module.css';

interface Help {
	readonly path: string;
	readonly text: string;
	readonly guide?: string;
}

/** The first match for a URL explains its page. */
const helps: readonly Help[] = [
	{
		path: '/home',
		text: 'What needs your attention: failed runs, outdated datasets, new data and your drafts.',
		guide: 'tutorial',
	},
	{
		path: '/build-specs',
		text: 'A BuildSpec is versioned code that derives datasets from other datasets. Preview the code, then build it to replace the destination.',
		guide: 'tutorial',
	},
	{
		path: '/build-specs/new',
		text: 'Add sources, write a query and choose the destination. Nothing is written until you build.',
		guide: 'tutorial',
	},
	{
		path: '/build-specs/import',
		text: 'Create or update BuildSpecs from files. You review every change before it’s saved.',
	},
	{
		path: '/build-specs/lineage',
		text: 'Which BuildSpecs read and write which datasets, and which datasets are outdated.',
	},
	{ path: '/build-specs/:id/versions', text: 'All saved versions. Compare any two, or restore one.' },
	{
		path: '/build-specs/:id',
		text: 'Preview runs the code in the editor, saved or not. Build runs the saved version and replaces the destination.',
		guide: 'tutorial',
	},
	{
		path: '/worksheets/*',
		text: 'Your own queries, stored in this browser. Run the selection or the statement at the cursor.',
	},
	{
		path: '/runs/plans/*',
		text: 'A downstream build runs BuildSpecs in order. If one fails, everything downstream of it is skipped.',
	},
	{
		path: '/runs/:run/compare/:before',
		text: 'Rows added, removed or changed between two runs, matched by a key.',
		guide: 'rows-query',
	},
	{ path: '/runs/*', text: 'Previews, builds and queries, with their status, log and rows.', guide: 'operations' },
	{
		path: '/namespaces/:owner/:namespace/:dataset/*',
		text: 'A dataset’s rows, columns, links and history. You can restore earlier versions.',
		guide: 'rows-query',
	},
	{
		path: '/namespaces/:owner/:namespace',
		text: 'A namespace groups datasets and their links, and is shared as a whole.',
	},
	{ path: '/namespaces/*', text: 'Namespaces that you own or that are shared with you.' },
	{
		path: '/links/*',
		text: 'A link connects a column in one dataset to the matching column in another. Agents use links to join datasets.',
	},
	{
		path: '/ingest/ingestions/*',
		text: 'Data added to your datasets, and what each ingestion changed.',
		guide: 'ingestion',
	},
	{
		path: '/ingest',
		text: 'Turn a file or messy records into a clean dataset. Preview first: nothing is written until you save.',
		guide: 'ingestion',
	},
	{
		path: '/agents/*',
		text: 'Ask questions about your datasets. Every answer shows its query and rows.',
		guide: 'agents',
	},
	{ path: '/access/*', text: 'Who can read or change your namespaces, and which tokens are active.', guide: 'sign-in' },
	{
		path: '/search',
		text: 'Search names, columns, descriptions, code and docs. Narrow the search with type:column or owner:me.',
	},
	{ path: '/activity', text: 'Requests and changes recorded by this browser or the service.' },
	{ path: '/service', text: 'What this service supports, and its limits.', guide: 'operations' },
];

export function PageHelpButton() {
	const { pathname } = useLocation();
	const help = helps.find(({ path }) => matchPath(path, pathname) !== null);
	if (help === undefined) return null;
	return (
		<PopoverButton
			label="Page help"
			panelLabel="Page help"
			className={classes.button}
			face={<IconHelp size={16} stroke={1.6} aria-hidden />}
			position="bottom-start"
			width={280}
		>
			<Stack gap={2} p={3}>
				<p className={classes.text}>{help.text}</p>
				<Link to={paths.docs(help.guide)}>{help.guide === undefined ? 'Open docs' : 'Read guide'}</Link>
			</Stack>
		</PopoverButton>
	);
}
