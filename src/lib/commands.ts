import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';

export interface Command {
	readonly id: string;
	/** Verb + object: "Save the BuildSpec". */
	readonly label: string;
	readonly run: () => void;
	/** Group in the palette. Default: this page. */
	readonly group?: 'View' | 'Rows' | 'Code editor';
	/** Its shortcut, from `keyName` of `browser/keys.ts`. */
	readonly keys?: string | undefined;
	/** Why it's currently disabled, or null. */
	readonly disabledReason?: string | null;
}

const useStore = create(() => ({ lists: new Map<object, readonly Command[]>() }));

/** Registers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
	const latest = useRef(commands);
	useLayoutEffect(() => {
		latest.current = commands;
	});
	const faces = useMemo(
		() => JSON.stringify(commands.map(({ id, label, keys, disabledReason }) => [id, label, keys, disabledReason])),
		[commands],
	);
	useEffect(() => {
		const owner = {};
		const offered = latest.current.map((command) => ({
			...command,
			run: () => latest.current.find((one) => one.id === command.id)?.run(),
		}));
		// Labels may change; actions are always the latest.
		void faces;
		useStore.setState(({ lists }) => ({ lists: new Map(lists).set(owner, offered) }));
		return () => useStore.setState(({ lists }) => ({ lists: new Map([...lists].filter(([key]) => key !== owner)) }));
	}, [faces]);
}

/** The current commands without duplicates: of two grids, the newer one's. */
export const offeredCommands = (): readonly Command[] => [
	...new Map([...useStore.getState().lists.values()].flat().map((command) => [command.id, command])).values(),
];
