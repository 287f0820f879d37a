import type { FileCleaning } from '#contract/file-cleaning.ts';
import { ProgressLine } from '../../../data-views/progress-line.tsx';
import { countOf, formatCount } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
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
				<ProgressLine
					label="Cleaning values"
					value={cleaning?.done ?? 0}
					max={cleaning?.values ?? 1}
					action="Stop"
					onCancel={onStop}
				>
					{cleaning === null
						? 'Collecting values to clean…'
						: `Cleaning${currentOf(cleaning)}: ${percentOf(cleaning)} %`}
				</ProgressLine>
			</Inline>
		);
	const isLeft = cleaning !== null && cleaning.done < cleaning.values;
	const again = isLeft ? 'Resume cleaning' : 'Clean again';
	return (
		<Inline gap={[2, 3]} role="group" aria-label="Cleaning">
			{isLeft && <Text numeric>Cleaning stopped at {percentOf(cleaning)} %</Text>}
			{(cleaning === null || !cleaning.isDone) && (
				<SecondaryButton disabled={isDisabled} onClick={onClean}>
					{cleaning === null ? 'Clean values' : again}
				</SecondaryButton>
			)}
			{cleaning !== null && (
				<SecondaryButton disabled={isDisabled} onClick={onDiscard}>
					Discard cleaning
				</SecondaryButton>
			)}
			<Muted>
				{reviewed.isReviewing && cleaning?.isDone === true
					? 'Applying the cleaning to all values…'
					: explanation(cleaning, isLeft)}
			</Muted>
		</Inline>
	);
}

function explanation(cleaning: FileCleaning | null, isLeft: boolean): string {
	if (cleaning === null)
		return 'Trims spaces, and formats numbers, dates, phone numbers and countries consistently in each column.';
	if (isLeft) return 'Resume it, or discard the cleaning to save the values as they are in the file.';
	if (!cleaning.isDone) return 'You changed the content of a column. Clean again to apply the change.';
	const changed = cleaning.columns.filter(({ rules }) => rules.length > 0).length;
	return changed === 0 ? 'Cleaning found nothing to change.' : `Cleaning changes ${countOf(changed, 'column')}.`;
}

/** Rounded down, so 100 means done. */
const percentOf = ({ done, values }: FileCleaning): string =>
	formatCount(values === 0 ? 100 : Math.floor((100 * done) / values));

const currentOf = ({ columns }: FileCleaning): string => {
	const current = columns.find(({ done, values }) => done < values);
	return current === undefined ? '' : ` ${current.from}`;
};
