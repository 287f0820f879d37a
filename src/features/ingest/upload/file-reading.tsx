import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FileReading as Reading } from '#contract/ingest.ts';
import { ProgressLine } from '../../../data-views/progress-line.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { fileReadingQuery } from '../queries.ts';

interface FileReadingProps {
	/** The upload being read. */
	readonly id: string;
	/** What is being done, until the service says how far it is. */
	readonly children: ReactNode;
	readonly onStop: (() => void) | undefined;
}

const steps: Readonly<Record<string, string>> = {
	unpacking: 'Decompressing',
	reading: 'Reading rows',
	checking: 'Checking values',
};

/** Progress of reading a file, as the service measures it: of any request, so also of one from another tab. */
export function FileReading({ id, children, onStop }: FileReadingProps) {
	const { data = null } = useQuery(fileReadingQuery(id));
	return (
		<Inline gap={[2, 3]} role="group" aria-label="Reading the file">
			<span role="status">{children}</span>
			<ProgressLine
				label="Reading the file"
				value={data?.percent ?? null}
				max={100}
				action="Stop reading"
				{...(onStop === undefined ? {} : { onCancel: onStop })}
			>
				{data === null ? undefined : textOf(data)}
			</ProgressLine>
		</Inline>
	);
}

const textOf = ({ step, percent }: Reading): string => {
	const name = steps[step] ?? 'Reading';
	return percent === null ? `${name}…` : `${name}: ${percent} %`;
};
