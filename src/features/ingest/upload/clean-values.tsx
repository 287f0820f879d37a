import type { FileCleaning } from '#contract/file-cleaning.ts';
import { ProgressLine } from '../../../data-views/progress-line.tsx';
import { countOf } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { FileReading } from './file-reading.tsx';
import { isHalfCleaned } from './model.ts';
import type { Reviewed } from './reviewed.ts';

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
				<Cleaning reviewed={reviewed} onStop={onStop} onDiscard={onDiscard} />
			</Inline>
		);
	const isLeft = cleaning !== null && (cleaning.done < cleaning.values || (cleaning.isDone && isHalfCleaned(reviewed)));
	const again = isLeft ? 'Resume cleaning' : 'Clean again';
	return (
		<Inline gap={[2, 3]} role="group" aria-label="Cleaning">
			{isLeft && (
				<Text numeric>
					{cleaning.isDone
						? 'Cleaning stopped before it was applied to all rows'
						: `Cleaning stopped at ${percentOf(cleaning)} %`}
				</Text>
			)}
			{(cleaning === null || isHalfCleaned(reviewed)) && (
				<SecondaryButton disabled={isDisabled} onClick={onClean}>
					{cleaning === null ? 'Clean values' : again}
				</SecondaryButton>
			)}
			{cleaning !== null && (
				<SecondaryButton disabled={isDisabled} onClick={onDiscard}>
					Discard cleaned values
				</SecondaryButton>
			)}
			<Muted>{explanation(cleaning, isLeft)}</Muted>
		</Inline>
	);
}

/** The first and the last step read the whole file. */
function Cleaning({
	reviewed: { upload, cleaning },
	onStop,
	onDiscard,
}: Pick<CleanValuesProps, 'reviewed' | 'onStop' | 'onDiscard'>) {
	if (cleaning === null)
		return (
			<FileReading id={upload.id} onStop={onStop}>
				Collecting values…
			</FileReading>
		);
	// All values are cleaned, so there is nothing left to stop.
	if (cleaning.isDone)
		return (
			<>
				<FileReading id={upload.id} onStop={undefined}>
					Applying changes to all rows…
				</FileReading>
				<SecondaryButton onClick={onDiscard}>Discard cleaned values</SecondaryButton>
			</>
		);
	const percent = percentOf(cleaning);
	return (
		<ProgressLine label="Cleaning values" value={percent} max={100} action="Stop cleaning" onCancel={onStop}>
			{`Cleaning${currentOf(cleaning)}: ${percent} %`}
		</ProgressLine>
	);
}

/** Rounded down. */
const percentOf = ({ done, values }: FileCleaning): number => (values === 0 ? 100 : Math.floor((100 * done) / values));

function explanation(cleaning: FileCleaning | null, isLeft: boolean): string {
	if (cleaning === null)
		return 'Trims spaces, and formats numbers, dates, phone numbers and countries consistently in each column.';
	if (isLeft) return 'Resume cleaning, or discard the cleaned values to save the file as it is.';
	if (!cleaning.isDone) return 'You changed a cleaning hint. Clean again to apply it.';
	const changed = cleaning.columns.filter(({ rules }) => rules.length > 0).length;
	return changed === 0 ? 'Cleaning found nothing to change.' : `Cleaning changes ${countOf(changed, 'column')}.`;
}

const currentOf = ({ columns }: FileCleaning): string => {
	const current = columns.find(({ done, values }) => done < values);
	return current === undefined ? '' : ` ${current.from}`;
};
