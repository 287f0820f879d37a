import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';

export interface Command {
	readonly id: string;
	/** Verb and object: "Save the BuildSpec". */
	readonly label: string;
	readonly run: () => void;
	/** What the palette lists it under. Default: this page. */
	readonly group?: 'View' | 'Rows' | 'Code editor';
	/** Its keys, as `keyName` of `ui/keys.ts` writes them. */
	readonly keys?: string | undefined;
	/** Why it cannot be done at this moment; null when it can. */
	readonly disabledReason?: string | null;
}

const useStore = create(() => ({ lists: new Map<object, readonly Command[]>() }));

/** Offers commands while the component that calls it is there. */
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
		// What the command says may have changed; what it does is always the newest.
		void faces;
		useStore.setState(({ lists }) => ({ lists: new Map(lists).set(owner, offered) }));
		return () => useStore.setState(({ lists }) => ({ lists: new Map([...lists].filter(([key]) => key !== owner)) }));
	}, [faces]);
}

/** The commands that are offered now, each once: of two grids on a page the newer one's. */
export const offeredCommands = (): readonly Command[] => [
	...new Map([...useStore.getState().lists.values()].flat().map((command) => [command.id, command])).values(),
];
