import { useHotkeys } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { memo, useCallback, useState } from 'react';
import * as z from 'zod/mini';
import { keyName } from '../../../lib/browser/keys.ts';
import { useCommands } from '../../../lib/commands.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';

const Pane = z.enum(['rows', 'code']);
type Pane = z.infer<typeof Pane>;

const preference = 'workbench/maximized';
const keys = keyName('J');

/**
 * The pane that has the whole window, as this browser remembers it, and how to give it to one or take it back. The key
 * maximizes the code while one is in it, otherwise the rows.
 * @param isSplit whether there are two panes
 */
export function useMaximized(isSplit: boolean): readonly [Pane | null, (pane: Pane) => void] {
	const [kept, setKept] = useState(() => readPreference(preference, z.nullable(Pane)));
	const maximized = isSplit ? kept : null;
	const toggle = useCallback((pane: Pane) => {
		setKept((before) => {
			const next = before === pane ? null : pane;
			writePreference(preference, next);
			return next;
		});
	}, []);
	const toggleHere = () => toggle(maximized ?? (document.activeElement?.closest('.monaco-editor') ? 'code' : 'rows'));
	useHotkeys(isSplit ? [['mod+J', toggleHere]] : [], []);
	useCommands(
		isSplit
			? [
					{ id: 'maximize-rows', label: labelOf('rows', maximized), keys, run: () => toggle('rows') },
					{ id: 'maximize-code', label: labelOf('code', maximized), run: () => toggle('code') },
				]
			: [],
	);
	return [maximized, toggle];
}

const labelOf = (pane: Pane, maximized: Pane | null): string =>
	maximized === pane ? 'Restore panes' : `Maximize ${pane}`;

interface MaximizeButtonProps {
	readonly pane: Pane;
	readonly maximized: Pane | null;
	readonly onToggle: (pane: Pane) => void;
}

/** Gives a pane the whole window, or takes it back. */
export const MaximizeButton = memo(({ pane, maximized, onToggle }: MaximizeButtonProps) => {
	const label = labelOf(pane, maximized);
	return (
		<IconButton
			label={label}
			title={`${label} (${keys})`}
			aria-keyshortcuts="Control+J Meta+J"
			icon={maximized === pane ? IconMinimize : IconMaximize}
			onClick={() => onToggle(pane)}
		/>
	);
});
