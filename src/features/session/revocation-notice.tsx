import { Notice } from '../../ui/states/states.tsx';
import { useRevocation } from './revoke-token.ts';

/** Shows that the service couldn't be notified of a sign-out. */
export function RevocationNotice() {
	const problem = useRevocation((state) => state.problem);
	if (problem === null) return null;
	return (
		<Notice tone="warning" title={problem.title}>
			{problem.message}
		</Notice>
	);
}
