import { useEffect, useState } from 'react';
import { type Activity, readActivities, watchActivities } from './activity.ts';
import type { Scope } from './web-storage.ts';

/** From one reading to the next, ms: requests come in bursts. */
const pause = 400;

interface Activities {
	/** The latest first; undefined before they were read. */
	readonly items: readonly Activity[] | undefined;
	/** Why they cannot be read; null where they can. */
	readonly problem: string | null;
}

/** The requests that this browser kept of a person at a service; it follows what is kept while it is shown. */
export function useActivities({ service, user }: Scope): Activities {
	const [state, setState] = useState<Activities>({ items: undefined, problem: null });
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let over = false;
		const read = async () => {
			timer = undefined;
			try {
				const items = await readActivities({ service, user });
				if (!over) setState({ items, problem: null });
			} catch (error) {
				if (!over) setState({ items: [], problem: error instanceof Error ? error.message : String(error) });
			}
		};
		void read();
		const stop = watchActivities(() => {
			timer ??= setTimeout(() => void read(), pause);
		});
		return () => {
			over = true;
			clearTimeout(timer);
			stop();
		};
	}, [service, user]);
	return state;
}
