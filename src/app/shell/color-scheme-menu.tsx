import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { MenuButton } from '../../ui/menu/menu-button.tsx';

const schemes = [
	{ value: 'light', label: 'Light', icon: IconSun },
	{ value: 'dark', label: 'Dark', icon: IconMoon },
	{ value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const satisfies readonly { value: MantineColorScheme; label: string; icon: unknown }[];

export function ColorSchemeMenu() {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const current = schemes.find((scheme) => scheme.value === colorScheme) ?? schemes[2];
	const Icon = current.icon;
	return (
		<MenuButton
			label={`Colors: ${current.label}`}
			title="Colors"
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
