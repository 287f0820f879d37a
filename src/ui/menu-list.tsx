import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { ExistingTarget } from './existing-target.tsx';
import type { MenuEntry } from './menu-entry.ts';

interface MenuListProps {
	readonly id: string;
	readonly label: string;
	readonly target: RefObject<HTMLElement | null>;
	readonly opened: boolean;
	readonly onChange: (opened: boolean) => void;
	readonly entries: readonly MenuEntry[];
}

/** The menu below a button; the focus goes into it and comes back to the button. */
export function MenuList({ id, label, target, opened, onChange, entries }: MenuListProps) {
	return (
		<Menu position="bottom-end" opened={opened} onChange={onChange}>
			<Menu.Target>
				<ExistingTarget element={target} />
			</Menu.Target>
			<Menu.Dropdown id={id} aria-label={label}>
				{entries.map(({ label: name, icon: Icon, to, onClick, danger, checked }) => {
					const common = {
						leftSection: <Icon size={16} stroke={1.6} aria-hidden="true" />,
						rightSection: checked ? <IconCheck size={16} aria-hidden="true" /> : undefined,
						...(danger ? { color: 'red' } : {}),
						...(onClick === undefined ? {} : { onClick }),
						...(checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked }),
					};
					return to === undefined ? (
						<Menu.Item key={name} {...common}>
							{name}
						</Menu.Item>
					) : (
						<Menu.Item key={name} component={Link} to={to} {...common}>
							{name}
						</Menu.Item>
					);
				})}
			</Menu.Dropdown>
		</Menu>
	);
}
