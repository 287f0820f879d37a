import type { ReactNode } from 'react';
import { errorFacts } from '../../api/error-facts.ts';
import { formatCount } from '../../lib/format.ts';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { ErrorPanel } from '../../ui/states/error-panel.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { useReachable } from '../session/queries.ts';

interface QueryErrorPanelProps {
	readonly title: string;
	/** With `refetch`, the panel has a button that tries again. */
	readonly query: { readonly error: unknown; readonly refetch?: () => unknown };
	/** What else can be done. */
	readonly children?: ReactNode;
}

/** Why a query or mutation failed; nothing if it didn't. */
export function QueryErrorPanel({ title, query: { error, refetch }, children }: QueryErrorPanelProps) {
	if (error === null || error === undefined) return null;
	return (
		<ErrorPanel title={title} error={errorFacts(error)} onRetry={refetch && (() => void refetch())}>
			{children}
		</ErrorPanel>
	);
}

interface ListErrorPanelProps extends QueryErrorPanelProps {
	readonly query: QueryErrorPanelProps['query'] & { readonly data: unknown };
}

/** Why a list could not be read, or read again; nothing while the service is unreachable and the list of before is shown. */
export function ListErrorPanel({ title, query }: ListErrorPanelProps) {
	const isUnavailable = useReachable() === false;
	if (isUnavailable && query.data !== undefined) return null;
	return <QueryErrorPanel title={query.data === undefined ? title : 'The list could not be refreshed'} query={query} />;
}

/** Says that a list lacks the items that the service sent in an unknown shape. @param of for example "runs" */
export const UnreadableNotice = ({ count, of }: { count: number; of: string }) =>
	count > 0 && (
		<Box pb={3}>
			<Notice tone="warning" title={`${formatCount(count)} of the ${of} cannot be read and are left out`} />
		</Box>
	);

interface LostWriteNoticeProps {
	/** Its outcome is unknown (`isUnknownOutcome`). */
	readonly error: unknown;
	readonly onLook: () => void;
	readonly children: ReactNode;
}

/** Says that the answer to a write was lost, and offers to look up what became of it. */
export const LostWriteNotice = ({ error, onLook, children }: LostWriteNoticeProps) => (
	<Notice
		tone="warning"
		title={errorFacts(error).message}
		action={<SecondaryButton onClick={onLook}>Look now</SecondaryButton>}
	>
		{children}
	</Notice>
);
