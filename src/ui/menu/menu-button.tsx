import type { ReactNode } from 'react';
import { LazyPart, lazyPart } from '../states/lazy-part.tsx';
import classes from './menu-button.module.css';
import type { MenuEntry } from './menu-entry.ts';
import { usePopup } from './use-popup.ts';

interface MenuButtonProps {
	readonly label: string;
	readonly title?: string;
	/** An icon, or words where it is as wide as they are. */
	readonly icon: ReactNode;
	readonly entries: readonly MenuEntry[];
	readonly size?: 'md' | 'lg' | 'words';
	readonly tabIndex?: number;
}

const list = lazyPart(() => import('./menu-list.tsx'), 'MenuList');

/** A button with an icon that opens a menu. The menu's code comes after the first screen. */
export function MenuButton({ label, title = label, icon, entries, size = 'md', tabIndex = 0 }: MenuButtonProps) {
	const { opened, open, close, popup, button } = usePopup('menu', list.warm);
	return (
		<>
			<button
				type="button"
				{...button}
				className={classes.button}
				data-size={size}
				aria-label={label}
				title={title}
				tabIndex={tabIndex}
				onKeyDown={(event) => {
					if (event.key !== 'ArrowDown' || opened) return;
					event.preventDefault();
					event.stopPropagation();
					open(true);
				}}
			>
				{icon}
			</button>
			{popup !== null && <LazyPart part={list} props={{ ...popup, label, entries }} onMissing={close} />}
		</>
	);
}
