import { Button } from '@mantine/core';
import { errorFacts } from '../../../api/error-facts.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Notice } from '../../../ui/states.tsx';
import { useWhenBack } from '../../session/queries.ts';
import type { OrderProblems } from './column-order-model.ts';

interface ColumnOrderProblemProps {
	readonly error: unknown;
	readonly problems: OrderProblems;
	readonly onAgain: () => void;
	readonly onLook: () => void;
}

/** Why an order was not saved. What the service said of a column stands at the column, where it is still in the list. */
export function ColumnOrderProblem({ error, problems, onAgain, onLook }: ColumnOrderProblemProps) {
	const unknown = isUnknownOutcome(error);
	useWhenBack(unknown, onLook);
	const facts = errorFacts(error);
	if (unknown) {
		return (
			<Notice
				tone="warning"
				title={facts.message}
				action={
					<Button variant="default" onClick={onLook}>
						Look now
					</Button>
				}
			>
				Your order is kept in this window. It is looked up as soon as the service answers.
			</Notice>
		);
	}
	const refused = problems.columns.size + problems.others.length > 0;
	return (
		<ErrorPanel
			title="The order was not saved"
			error={
				refused ? { ...facts, message: 'The columns are not what they were when you began. The service says:' } : facts
			}
			onRetry={onAgain}
			retryLabel="Save again"
		/>
	);
}
