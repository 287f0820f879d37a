import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ExistingTarget, useDrawnClosed } from './existing-target.tsx';
import { dangerColor, type MenuEntry } from './menu-entry.ts';
import type { PopupProps } from './use-popup.ts';

interface MenuListProps extends PopupProps {
	readonly entries: readonly MenuEntry[];
}

/** A menu below a button, which gets the focus back. */
export function MenuList({ id, label, target, opened, onChange, entries }: MenuListProps) {
	return (
		<Menu
			position="bottom-end"
			opened={useDrawnClosed(opened)}
			onChange={onChange}
			// Escape returns the focus anyway. Otherwise Mantine would take it from whatever a menu item focused.
			returnFocus={false}
			checkIcon={<IconCheck size={16} />}
		>
			<Menu.Target>
				<ExistingTarget element={target} />
			</Menu.Target>
			<Menu.Dropdown id={id} aria-label={label}>
				{entries.map((entry) => (
					<Entry
						key={entry.label}
						{...entry}
						onClick={() => {
							// A dialog opened by an item takes the focus from the button, which still exists when it closes; the menu
							// doesn't.
							target.current?.focus({ preventScroll: true });
							entry.onClick?.();
						}}
					/>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}

function Entry({ label, icon: Icon, to, onClick = () => {}, danger = false, checked }: MenuEntry) {
	const sign = <Icon size={16} stroke={1.6} aria-hidden="true" />;
	if (checked !== undefined) {
		return (
			<Menu.RadioItem value={label} checked={checked} onChange={onClick} closeMenuOnClick rightSection={sign}>
				{label}
			</Menu.RadioItem>
		);
	}
	if (to !== undefined) {
		return (
			<Menu.Item component={Link} to={to} leftSection={sign}>
				{label}
			</Menu.Item>
		);
	}
	return (
		<Menu.Item leftSection={sign} onClick={onClick} {...(danger ? { color: dangerColor } : {})}>
			{label}
		</Menu.Item>
	);
}
