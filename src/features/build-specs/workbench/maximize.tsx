import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { memo, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { altName, keyName } from '../../../lib/browser/keys.ts';
import { useKeys } from '../../../lib/browser/use-keys.ts';
import { useCommands } from '../../../lib/commands.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import type { EditorCommands } from '../../../ui/editor/types.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';

/** `zen`: both panes and nothing else. */
const Pane = z.enum(['rows', 'code', 'zen']);
type Pane = z.infer<typeof Pane>;

const preference = 'workbench/maximized';
const keys = keyName('J');
/** Elements that Escape closes first. */
const above =
	'[role="dialog"], [role="menu"], .suggest-widget.visible, .find-widget.visible, .parameter-hints-widget.visible';
/** Maximum time between the two keys of a chord, in ms. */
const twiceMs = 600;

/**
 * The maximized pane, remembered by this browser, and functions to toggle it. The shortcut maximizes the code if the
 * focus is there, otherwise the rows.
 * @param isSplit whether there are two panes
 * @param hasRows whether there are rows to maximize
 */
export function useMaximized(isSplit: boolean, hasRows: boolean): readonly [Pane | null, (pane: Pane) => void] {
	const [kept, setKept] = useState(() => readPreference(preference, z.nullable(Pane)));
	const maximized = isSplit && (hasRows || kept !== 'rows') ? kept : null;
	const toggle = useCallback((pane: Pane) => {
		setKept((before) => {
			const next = before === pane ? null : pane;
			writePreference(preference, next);
			return next;
		});
	}, []);
	const isInCode = () => !hasRows || document.activeElement?.closest('.monaco-editor') != null;
	const toggleHere = () => toggle(maximized ?? (isInCode() ? 'code' : 'rows'));
	const zen = () => toggle('zen');
	const isZen = maximized === 'zen';
	const escaped = useRef(Number.NEGATIVE_INFINITY);
	const onEscape = useEffectEvent((event: KeyboardEvent) => {
		// Open overlays get the key.
		const isTaken = event.repeat || document.querySelector(above) !== null;
		if (event.key !== 'Escape' || isTaken) escaped.current = Number.NEGATIVE_INFINITY;
		else if (event.timeStamp - escaped.current < twiceMs) toggle('zen');
		else escaped.current = event.timeStamp;
	});
	useEffect(() => {
		if (!isZen) return;
		// The editor stops this key.
		document.addEventListener('keydown', onEscape, { capture: true });
		return () => document.removeEventListener('keydown', onEscape, { capture: true });
	}, [isZen]);
	useKeys({ 'Mod+KeyJ': isSplit ? toggleHere : undefined, 'Alt+Shift+KeyZ': isSplit ? zen : undefined });
	useCommands(
		isSplit
			? [
					...(hasRows
						? [
								{
									id: 'maximize-rows',
									group: 'View',
									label: labelOf('rows', maximized),
									keys,
									run: () => toggle('rows'),
								} as const,
							]
						: []),
					{ id: 'maximize-code', group: 'View', label: labelOf('code', maximized), keys, run: () => toggle('code') },
					{ id: 'zen', group: 'View', label: labelOf('zen', maximized), keys: zenKeys, run: zen },
				]
			: [],
	);
	return [maximized, toggle];
}

/** Moves the focus out of a pane that is hidden by the maximized one. */
export function useVisiblePaneFocus(maximized: Pane | null, editor: RefObject<EditorCommands | null>): void {
	useEffect(() => {
		const { activeElement } = document;
		if (maximized === null || activeElement?.checkVisibility?.() !== false) return;
		if (maximized !== 'rows') editor.current?.focus();
		else
			document
				.querySelector<HTMLElement>('[data-pane="rows"] :is([role="grid"], [role="tab"][aria-selected="true"])')
				?.focus();
	}, [maximized, editor]);
}

const zenKeys = altName('Shift Z');

function labelOf(pane: Pane, maximized: Pane | null): string {
	if (pane === 'zen') return maximized === pane ? 'Exit zen mode' : 'Enter zen mode';
	return maximized === pane ? 'Restore panes' : `Maximize ${pane}`;
}

interface MaximizeButtonProps {
	readonly pane: 'rows' | 'code';
	readonly maximized: Pane | null;
	readonly onToggle: (pane: Pane) => void;
}

export const MaximizeButton = memo(({ pane: own, maximized, onToggle }: MaximizeButtonProps) => {
	const pane = maximized === 'zen' && own === 'code' ? maximized : own;
	const label = labelOf(pane, maximized);
	return (
		<IconButton
			label={label}
			title={`${label} (${pane === 'zen' ? `Esc twice, or ${zenKeys}` : keys})`}
			aria-keyshortcuts={pane === 'zen' ? 'Alt+Shift+Z' : 'Control+J Meta+J'}
			icon={maximized === pane ? IconMinimize : IconMaximize}
			onClick={() => onToggle(pane)}
		/>
	);
});
