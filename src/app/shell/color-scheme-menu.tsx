import { ActionIcon, type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const schemes = [
	{ value: 'light', label: 'Light', icon: IconSun },
	{ value: 'dark', label: 'Dark', icon: IconMoon },
	{ value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const satisfies readonly { value: MantineColorScheme; label: string; icon: unknown }[];

export function ColorSchemeMenu() {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const current = schemes.find((it) => it.value === colorScheme) ?? schemes[2];
	const Icon = current.icon;
	return (
		<Menu position="bottom-end">
			<Menu.Target>
				<Tooltip label="Colours">
					<ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Colours: ${current.label}`}>
						<Icon size={18} stroke={1.6} aria-hidden="true" />
					</ActionIcon>
				</Tooltip>
			</Menu.Target>
			<Menu.Dropdown>
				{schemes.map(({ value, label, icon: Sign }) => (
					<Menu.Item
						key={value}
						role="menuitemradio"
						aria-checked={value === colorScheme}
						leftSection={<Sign size={16} stroke={1.6} aria-hidden="true" />}
						rightSection={value === colorScheme ? <IconCheck size={16} aria-hidden="true" /> : undefined}
						onClick={() => setColorScheme(value)}
					>
						{label}
					</Menu.Item>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}
