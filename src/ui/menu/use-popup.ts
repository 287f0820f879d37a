import { type RefObject, useId, useRef, useState } from 'react';

export interface PopupProps {
	readonly id: string;
	readonly label: string;
	readonly target: RefObject<HTMLElement | null>;
	readonly opened: boolean;
	readonly onChange: (opened: boolean) => void;
}

/** State of a button with a lazy-loaded popup. @param warm preloads it */
export function usePopup(kind: 'menu' | 'dialog', warm: () => void) {
	const target = useRef<HTMLButtonElement>(null);
	const [opened, setOpened] = useState(false);
	const [wanted, setWanted] = useState(false);
	const id = useId();
	const open = (next: boolean) => {
		setWanted(true);
		setOpened(next);
	};
	return {
		opened,
		open,
		close: () => setOpened(false),
		popup: wanted ? { id, target, opened, onChange: setOpened } : null,
		button: {
			ref: target,
			'aria-haspopup': kind,
			'aria-expanded': opened,
			...(opened && { 'aria-controls': id }),
			onPointerEnter: warm,
			onFocus: warm,
			onClick: () => open(!opened),
		},
	};
}
