import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type BuildSpec, checkBuildSpec } from '#contract/build-spec.ts';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { useOffers } from '../../session/queries.ts';
import { codeErrorsQuery } from '../code-errors.ts';

/** How long a row is in view before its code is checked, in ms, to skip rows scrolled past. */
const settled = 1_000;

/** Warns that a saved BuildSpec has errors with its current sources. */
export function CodeMark({ spec }: { readonly spec: BuildSpec }) {
	const isOffered = useOffers(checkBuildSpec);
	const [isSettled, setSettled] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(true), settled);
		return () => clearTimeout(timer);
	}, []);
	const { sources, destination, code } = spec;
	const { data } = useQuery({
		...codeErrorsQuery(spec.id, spec.version, async () => ({ sources, destination, code })),
		enabled: isOffered && isSettled,
	});
	if (data !== true) return null;
	return (
		<span title="The saved code doesn’t work with its current sources" style={{ flex: 'none' }}>
			<StateChip tone="error">Has errors</StateChip>
		</span>
	);
}
