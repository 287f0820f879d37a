import { ActionIcon } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { whenIdle } from './when-idle.ts';

interface MenuButtonProps {
	readonly label: string;
	readonly title?: string;
	readonly icon: ReactNode;
	readonly entries: readonly MenuEntry[];
	readonly size?: 'md' | 'lg';
	readonly tabIndex?: number;
}

const load = () => import('./menu-list.tsx').then((it) => ({ default: it.MenuList }));
const MenuList = lazy(load);
whenIdle(load);
const warm = () => void load().catch(() => {});

/** A button with an icon that opens a menu. The menu's code comes after the first screen. */
export function MenuButton({ label, title = label, icon, entries, size = 'md', tabIndex = 0 }: MenuButtonProps) {
	const button = useRef<HTMLButtonElement>(null);
	const [opened, setOpened] = useState(false);
	const [wanted, setWanted] = useState(false);
	const id = useId();
	const open = (next: boolean) => {
		setWanted(true);
		setOpened(next);
	};
	return (
		<>
			<ActionIcon
				ref={button}
				variant="subtle"
				color="gray"
				size={size}
				aria-label={label}
				title={title}
				aria-haspopup="menu"
				aria-expanded={opened}
				{...(opened ? { 'aria-controls': id } : {})}
				tabIndex={tabIndex}
				onPointerEnter={warm}
				onFocus={warm}
				onClick={() => open(!opened)}
				onKeyDown={(event) => {
					if (event.key !== 'ArrowDown' || opened) return;
					event.preventDefault();
					event.stopPropagation();
					open(true);
				}}
			>
				{icon}
			</ActionIcon>
			{wanted && (
				<Suspense>
					<MenuList id={id} label={label} target={button} opened={opened} onChange={setOpened} entries={entries} />
				</Suspense>
			)}
		</>
	);
}
