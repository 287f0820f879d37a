import type { RefObject } from 'react';
import { useKeys } from '../../../lib/browser/use-keys.ts';
import { useCommands } from '../../../lib/commands.ts';
import type { EditorCommands } from '../../../ui/editor/types.ts';

/** Panes of a workbench in F6 order, with selectors for the element to focus. */
const panes = [
	{ within: 'header', takes: 'h1' },
	{ within: '[aria-label="Code"]', takes: 'textarea' },
	{ within: '[aria-label="Pipeline views"]', takes: '[role="tab"][aria-selected="true"]' },
	{ within: '[aria-label="Side panel"]', takes: '[role="tab"][aria-selected="true"]' },
	{ within: '[data-pane="rows"]', takes: '[role="grid"], [role="tab"][aria-selected="true"]' },
] as const;

const find = ({ within, takes }: (typeof panes)[number]): HTMLElement | null =>
	document.querySelector<HTMLElement>(`main ${within}`)?.querySelector<HTMLElement>(takes) ?? null;

const isSeen = (element: HTMLElement): boolean => element.closest('[hidden]') === null;

/** F6 moves to the next pane, Shift+F6 to the previous, as in VS Code. */
export function usePaneKeys(editor: RefObject<EditorCommands | null>): void {
	const goTo = (pane: (typeof panes)[number]) => {
		// The editor's input is hidden behind its text, so the editor focuses itself.
		if (pane.takes === 'textarea' && editor.current !== null) editor.current.focus();
		else find(pane)?.focus();
	};
	const go = (step: 1 | -1) => {
		const there = panes.filter((pane) => {
			const element = find(pane);
			return element !== null && isSeen(element);
		});
		const now = there.findLastIndex(({ within }) => document.activeElement?.closest(`main ${within}`) != null);
		const next = there[now === -1 ? (step === 1 ? 0 : there.length - 1) : (now + step + there.length) % there.length];
		if (next !== undefined) goTo(next);
	};
	useKeys({ F6: () => go(1), 'Shift+F6': () => go(-1) });
	useCommands([
		{ id: 'next-pane', group: 'View', label: 'Go to next pane', keys: 'F6', run: () => go(1) },
		{ id: 'previous-pane', group: 'View', label: 'Go to previous pane', keys: 'Shift F6', run: () => go(-1) },
	]);
}
