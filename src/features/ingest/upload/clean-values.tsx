import { useEffect, useState } from 'react';
import type { FileCleaning } from '#contract/file-cleaning.ts';
import { ProgressLine } from '../../../data-views/progress-line.tsx';
import { countOf } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { isHalfCleaned } from './model.ts';
import type { Reviewed } from './upload-flow.ts';

interface CleanValuesProps {
	readonly reviewed: Reviewed;
	readonly isDisabled: boolean;
	readonly onClean: () => void;
	readonly onStop: () => void;
	/** Saves values as they are in the file. */
	readonly onDiscard: () => void;
}

export function CleanValues({ reviewed, isDisabled, onClean, onStop, onDiscard }: CleanValuesProps) {
	const { cleaning, isCleaning } = reviewed;
	if (isCleaning)
		return (
			<Inline gap={[2, 3]} role="group" aria-label="Cleaning">
				<Cleaning key={stepOf(cleaning)} reviewed={reviewed} onStop={onStop} />
			</Inline>
		);
	const isLeft = cleaning !== null && (cleaning.done < cleaning.values || (cleaning.isDone && isHalfCleaned(reviewed)));
	const again = isLeft ? 'Resume cleaning' : 'Clean again';
	return (
		<Inline gap={[2, 3]} role="group" aria-label="Cleaning">
			{isLeft && <Text numeric>Cleaning stopped at {percentOf(cleaning, 0)} %</Text>}
			{(cleaning === null || isHalfCleaned(reviewed)) && (
				<SecondaryButton disabled={isDisabled} onClick={onClean}>
					{cleaning === null ? 'Clean values' : again}
				</SecondaryButton>
			)}
			{cleaning !== null && (
				<SecondaryButton disabled={isDisabled} onClick={onDiscard}>
					Discard cleaning
				</SecondaryButton>
			)}
			<Muted>{explanation(cleaning, isLeft)}</Muted>
		</Inline>
	);
}

/** Progress of all steps together. The first and the last one are single requests, estimated by how long a review took. */
function Cleaning({ reviewed, onStop }: Pick<CleanValuesProps, 'reviewed' | 'onStop'>) {
	const { cleaning, reviewMs } = reviewed;
	const [startedAt] = useState(() => performance.now());
	const [now, setNow] = useState(startedAt);
	useEffect(() => {
		const timer = setInterval(() => setNow(performance.now()), 500);
		return () => clearInterval(timer);
	}, []);
	const percent = percentOf(cleaning, (now - startedAt) / Math.max(1_000, reviewMs));
	const label = {
		collecting: `Collecting values: about ${percent} %`,
		cleaning: `Cleaning${cleaning === null ? '' : currentOf(cleaning)}: ${percent} %`,
		applying: `Applying to all rows: about ${percent} %`,
	};
	return (
		<ProgressLine label="Cleaning values" value={percent} max={100} action="Stop" onCancel={onStop}>
			{label[stepOf(cleaning)]}
		</ProgressLine>
	);
}

const stepOf = (cleaning: FileCleaning | null) => {
	if (cleaning === null) return 'collecting';
	return cleaning.isDone ? 'applying' : 'cleaning';
};

/** Rounded down. @param elapsed time in the current step, as a multiple of its expected duration */
function percentOf(cleaning: FileCleaning | null, elapsed: number): number {
	const estimated = 1 - Math.exp(-1.5 * elapsed);
	if (cleaning === null) return Math.floor(10 * estimated);
	const { done, values, isDone } = cleaning;
	return Math.floor(isDone ? 80 + 20 * estimated : 10 + (values === 0 ? 70 : (70 * done) / values));
}

function explanation(cleaning: FileCleaning | null, isLeft: boolean): string {
	if (cleaning === null)
		return 'Trims spaces, and formats numbers, dates, phone numbers and countries consistently in each column.';
	if (isLeft) return 'Resume cleaning, or discard it to save the values as they are in the file.';
	if (!cleaning.isDone) return 'You changed the "Content" of a column. Clean again to apply the change.';
	const changed = cleaning.columns.filter(({ rules }) => rules.length > 0).length;
	return changed === 0 ? 'Cleaning found nothing to change.' : `Cleaning changes ${countOf(changed, 'column')}.`;
}

const currentOf = ({ columns }: FileCleaning): string => {
	const current = columns.find(({ done, values }) => done < values);
	return current === undefined ? '' : ` ${current.from}`;
};
