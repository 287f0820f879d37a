import { Notice } from '../../ui/states.tsx';
import { useWithdrawal } from './withdraw-token.ts';

/** That a service could not be told of a sign-out. */
export function WithdrawalNotice() {
	const problem = useWithdrawal((state) => state.problem);
	if (problem === null) return null;
	return (
		<Notice tone="warning" title={problem.title}>
			{problem.message}
		</Notice>
	);
}
