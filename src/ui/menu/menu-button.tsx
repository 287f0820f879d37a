import type { ReactNode } from 'react';
import { ToolButton } from '../primitives/tool-button.tsx';
import { LazyPart, lazyPart } from '../states/lazy-part.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { usePopup } from './use-popup.ts';

interface MenuButtonProps {
	readonly label: string;
	readonly title?: string;
	/** An icon, or text of similar width. */
	readonly icon: ReactNode;
	readonly entries: readonly MenuEntry[];
	readonly size?: 'md' | 'lg' | 'words';
	readonly tabIndex?: number;
}

const list = lazyPart(() => import('./menu-list.tsx'), 'MenuList');

/** An icon button that opens a menu. The menu's code loads after the first screen. */
export function MenuButton({ label, title = label, icon, entries, size, tabIndex = 0 }: MenuButtonProps) {
	const { opened, open, close, popup, button } = usePopup('menu', list.warm);
	return (
		<>
			<ToolButton
				{...button}
				size={size}
				label={label}
				title={title}
				icon={icon}
				tabIndex={tabIndex}
				onKeyDown={(event) => {
					if (event.key !== 'ArrowDown' || opened) return;
					event.preventDefault();
					event.stopPropagation();
					open(true);
				}}
			/>
			{popup !== null && <LazyPart part={list} props={{ ...popup, label, entries }} onMissing={close} />}
		</>
	);
}
