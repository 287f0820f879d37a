import { Button } from '@mantine/core';
import { errorFacts } from '../../api/error-facts.ts';
import { SourceError } from '../../rows/index.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Notice } from '../../ui/states.tsx';

interface UnreadableRowsProps {
	readonly error: unknown;
	/** "The rows", "The rows of the run before". */
	readonly what: string;
	readonly onRetry: () => void;
}

/** Why rows are not shown, what works all the same, and who can change it. */
export function UnreadableRows({ error, what, onRetry }: UnreadableRowsProps) {
	if (!(error instanceof SourceError)) {
		return <ErrorPanel title={`${what} could not be opened`} error={errorFacts(error)} onRetry={onRetry} />;
	}
	const retry = (
		<Button variant="default" onClick={onRetry}>
			Try again
		</Button>
	);
	if (error.code === 'BLOCKED') {
		return (
			<Notice tone="warning" title={`${what} cannot be shown here`} action={retry}>
				{error.message} Download still works. Whoever runs the object store can allow reading: its CORS rules need the
				origin <code>{globalThis.location.origin}</code>, the method GET and the header Range.
			</Notice>
		);
	}
	return (
		<Notice tone="error" title={`${what} cannot be shown`} action={retry}>
			{error.message}
			{error.code === 'UNREACHABLE' &&
				' If it is up, the policy of this console may not name it: whoever runs the console can add its origin (option --connect). Download does not need that.'}
		</Notice>
	);
}
