import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMenu2, IconMessages, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { configQuery, defaultTitle } from '../../features/session/runtime-config.ts';
import { keyName } from '../../lib/browser/keys.ts';
import { paths } from '../../routing/paths.ts';
import { MenuButton } from '../../ui/menu/menu-button.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { ToolButton } from '../../ui/primitives/tool-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import classes from './top-bar.module.css';

interface TopBarProps {
	readonly onMenu: () => void;
	readonly onSearch: () => void;
	readonly onAsk?: () => void;
	readonly asking?: boolean;
	readonly askButton?: RefObject<HTMLButtonElement | null>;
}

export function TopBar({ onMenu, onSearch, onAsk, asking = false, askButton }: TopBarProps) {
	const { data: config } = useQuery(configQuery);
	return (
		<Inline component="header" nowrap gap={3} className={classes.bar}>
			<ToolButton
				size="lg"
				className={classes.menu}
				label="Open navigation"
				icon={<IconMenu2 size={18} stroke={1.6} aria-hidden="true" />}
				onClick={onMenu}
			/>
			<Inline component={Link} nowrap gap={2} rigid weight="strong" to={paths.start()} className={classes.brand}>
				<img src="./favicon.svg" alt="" width="20" height="20" />
				<span>{config?.title ?? defaultTitle}</span>
			</Inline>
			<Breadcrumbs />
			<Inline gap={1} nowrap rigid push>
				<Inline
					component="button"
					nowrap
					gap={2}
					px={2}
					type="button"
					className={classes.search}
					title="Search and commands"
					aria-keyshortcuts="Control+K Meta+K"
					onClick={onSearch}
				>
					<IconSearch size={16} stroke={1.6} aria-hidden="true" />
					<span>Search</span>
					<kbd>{keyName('K')}</kbd>
				</Inline>
				{onAsk !== undefined && (
					<ToolButton
						{...(askButton === undefined ? {} : { ref: askButton })}
						size="lg"
						label="Ask in side panel"
						icon={<IconMessages size={18} stroke={1.6} aria-hidden="true" />}
						aria-pressed={asking}
						onClick={onAsk}
					/>
				)}
				<ColorSchemeMenu />
				<AccountMenu />
			</Inline>
		</Inline>
	);
}

const schemes = [
	{ value: 'light', label: 'Light', icon: IconSun },
	{ value: 'dark', label: 'Dark', icon: IconMoon },
	{ value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const satisfies readonly { value: MantineColorScheme; label: string; icon: unknown }[];

function ColorSchemeMenu() {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const current = schemes.find((scheme) => scheme.value === colorScheme) ?? schemes[2];
	const Icon = current.icon;
	return (
		<MenuButton
			label={`Theme: ${current.label}`}
			title="Theme"
			icon={<Icon size={18} stroke={1.6} aria-hidden="true" />}
			size="lg"
			entries={schemes.map(({ value, label, icon }) => ({
				label,
				icon,
				checked: value === colorScheme,
				onClick: () => setColorScheme(value),
			}))}
		/>
	);
}
