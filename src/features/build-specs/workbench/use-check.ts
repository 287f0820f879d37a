import { useEffect, useEffectEvent, useState } from 'react';
import { type CheckResult, checkBuildSpec, type Definition } from '#contract/build-spec.ts';
import { call } from '../../../api/http.ts';

/** From the last change to the check, ms. */
const pause = 400;

export interface Check {
	/** The text that was checked: an answer about another one is of no use. */
	readonly payload: string;
	readonly result: CheckResult;
}

/**
 * Checks a definition a moment after it last changed; null where the check failed, since the preview says what is wrong.
 * @param definition null while the fields cannot be read
 * @param key changes with the definition
 */
export function useCheck(definition: Definition | null, key: string, offered: boolean): Check | null {
	const [check, setCheck] = useState<Check | null>(null);
	const run = useEffectEvent(async (signal: AbortSignal) => {
		if (definition === null) return;
		try {
			const result = await call(checkBuildSpec, { body: definition }, { signal });
			if (!signal.aborted) setCheck({ payload: definition.code.payload, result });
		} catch {
			if (!signal.aborted) setCheck(null);
		}
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the definition
	useEffect(() => {
		if (!offered) return;
		const abort = new AbortController();
		const timer = setTimeout(() => void run(abort.signal), pause);
		return () => {
			clearTimeout(timer);
			abort.abort();
		};
	}, [key, offered]);
	return check;
}
