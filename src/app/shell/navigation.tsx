import {
	IconChevronsLeft,
	IconChevronsRight,
	IconFolders,
	IconHistory,
	IconHome,
	IconKey,
	IconLink,
	IconMessages,
	IconPlayerPlay,
	IconSchema,
	IconSitemap,
	IconTableImport,
	IconTerminal2,
	type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { listRuns, startScratchRun } from '#contract/build-run.ts';
import { offers } from '../../features/session/model.ts';
import { descriptionQuery } from '../../features/session/queries.ts';
import { paths } from '../../routing/paths.ts';
import { IconButton } from '../../ui/primitives/icon-button.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import classes from './navigation.module.css';

interface Destination {
	readonly label: string;
	readonly to: string;
	readonly icon: TablerIcon;
}

export interface NavigationProps {
	/** Icons only. */
	readonly narrow: boolean;
	readonly onToggle?: () => void;
	readonly onNavigate?: () => void;
}

/** The pages of the console that exist at this service. */
export function useDestinations(): readonly Destination[] {
	const { data: description = null } = useQuery(descriptionQuery);
	return [
		{ label: 'Home', to: paths.home(), icon: IconHome },
		{ label: 'BuildSpecs', to: paths.buildSpecs(), icon: IconSchema },
		{ label: 'Lineage', to: paths.lineage(), icon: IconSitemap },
		...(offers(description, startScratchRun)
			? [{ label: 'Worksheets', to: paths.worksheet(), icon: IconTerminal2 }]
			: []),
		// Outputs are core: where runs are not listed, those of one whose id is known can still be seen.
		{
			label: offers(description, listRuns) ? 'Runs' : 'Outputs of a run…',
			to: paths.runs(),
			icon: IconPlayerPlay,
		},
		{ label: 'Namespaces', to: paths.namespaces(), icon: IconFolders },
		{ label: 'Links', to: paths.links(), icon: IconLink },
		{ label: 'Ingest', to: paths.ingest(), icon: IconTableImport },
		{ label: 'Agents', to: paths.agents(), icon: IconMessages },
		{ label: 'Access', to: paths.access(), icon: IconKey },
		{ label: 'Activity', to: paths.activity(), icon: IconHistory },
	];
}

export function Navigation({ narrow, onToggle, onNavigate }: NavigationProps) {
	const destinations = useDestinations();
	const { pathname } = useLocation();
	// Some pages are below another's address.
	const here = destinations
		.map(({ to }) => to)
		.filter((to) => isAt(pathname, to))
		.sort((a, b) => b.length - a.length)[0];
	const toggleLabel = narrow ? 'Expand navigation' : 'Collapse navigation';
	return (
		<Stack
			component="nav"
			align="start"
			justify="between"
			aria-label="Main"
			className={classes.nav}
			data-narrow={narrow || undefined}
		>
			<Stack component="ul" style={{ width: '100%' }}>
				{destinations.map(({ label, to, icon: Icon }) => (
					<li key={to}>
						<Link
							to={to}
							className={classes.link}
							aria-current={to === here ? 'page' : undefined}
							aria-label={narrow ? label : undefined}
							title={narrow ? label : undefined}
							onClick={onNavigate}
						>
							<Icon size={18} stroke={1.6} aria-hidden="true" />
							{!narrow && <span>{label}</span>}
						</Link>
					</li>
				))}
			</Stack>
			{onToggle !== undefined && (
				<IconButton label={toggleLabel} icon={narrow ? IconChevronsRight : IconChevronsLeft} onClick={onToggle} />
			)}
		</Stack>
	);
}

const isAt = (pathname: string, to: string): boolean => pathname === to || pathname.startsWith(`${to}/`);
