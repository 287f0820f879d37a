import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { Stack } from '../../ui/primitives/layout.tsx';
import { ToolButton } from '../../ui/primitives/tool-button.tsx';
import { useDestinations } from '../destinations.ts';
import classes from './navigation.module.css';

export interface NavigationProps {
	/** Whether only icons are shown. */
	readonly narrow: boolean;
	readonly onToggle?: () => void;
	readonly onNavigate?: () => void;
}

export function Navigation({ narrow, onToggle, onNavigate }: NavigationProps) {
	const destinations = useDestinations();
	const { pathname } = useLocation();
	// Some pages are below another page's URL.
	const here = destinations
		.map(({ to }) => to)
		.filter((to) => isAt(pathname, to))
		.sort((a, b) => b.length - a.length)[0];
	const Toggle = narrow ? IconChevronsRight : IconChevronsLeft;
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
				<ToolButton label={toggleLabel} icon={<Toggle size={16} aria-hidden />} onClick={onToggle} />
			)}
		</Stack>
	);
}

const isAt = (pathname: string, to: string): boolean => pathname === to || pathname.startsWith(`${to}/`);
