import { type ReactNode, useId, useRef, useState } from 'react';
import { LazyPart, lazyPart } from './lazy-part.tsx';
import classes from './menu-button.module.css';
import type { MenuEntry } from './menu-entry.ts';

interface MenuButtonProps {
	readonly label: string;
	readonly title?: string;
	readonly icon: ReactNode;
	readonly entries: readonly MenuEntry[];
	readonly size?: 'md' | 'lg';
	readonly tabIndex?: number;
}

const list = lazyPart(() => import('./menu-list.tsx').then((it) => it.MenuList));

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
			<button
				type="button"
				ref={button}
				className={classes.button}
				data-size={size}
				aria-label={label}
				title={title}
				aria-haspopup="menu"
				aria-expanded={opened}
				{...(opened ? { 'aria-controls': id } : {})}
				tabIndex={tabIndex}
				onPointerEnter={list.warm}
				onFocus={list.warm}
				onClick={() => open(!opened)}
				onKeyDown={(event) => {
					if (event.key !== 'ArrowDown' || opened) return;
					event.preventDefault();
					event.stopPropagation();
					open(true);
				}}
			>
				{icon}
			</button>
			{wanted && (
				<LazyPart
					part={list}
					props={{ id, label, target: button, opened, onChange: setOpened, entries }}
					onMissing={() => setOpened(false)}
				/>
			)}
		</>
	);
}
