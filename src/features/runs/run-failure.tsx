import type { BuildRun, RunError } from '#contract/build-run.ts';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { errorLocation } from './model.ts';

/** Why a run has no outputs, with a button to go to the error in the editor. */
export function RunFailure({ run, onGoTo }: { run: BuildRun; onGoTo?: ((error: RunError) => void) | undefined }) {
	const what = run.kind === 'preview' ? 'preview' : 'build';
	if (run.state === 'cancelled') {
		return (
			<Notice tone="warning" title={`This ${what} was canceled`}>
				{run.error?.message ?? (run.kind === 'preview' ? 'The run produced no outputs.' : 'The build wrote nothing.')}
			</Notice>
		);
	}
	const { error } = run;
	if (error === null)
		return (
			<Notice tone="error" title={`This ${what} failed`}>
				The service gave no reason. Check the log, or try again.
			</Notice>
		);
	const location = errorLocation(error);
	return (
		<Notice
			tone="error"
			title={
				location === null
					? `This ${what} failed`
					: `This ${what} failed ${error.line === null ? 'in' : 'at'} ${location}`
			}
			action={
				error.line !== null &&
				onGoTo !== undefined && <SecondaryButton onClick={() => onGoTo(error)}>Go to line {error.line}</SecondaryButton>
			}
		>
			<Text pre breaks>
				{error.message}
			</Text>
		</Notice>
	);
}
