import { Button } from '@mantine/core';
import type { LinkTrial, NewLink, TrialHint } from '#contract/link.ts';
import { formatCount } from '../../lib/format.ts';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { percent } from './labels.ts';
import type { Options } from './model.ts';
import classes from './trial.module.css';

interface HintsProps {
	readonly link: NewLink;
	readonly trial: LinkTrial;
	/** Sets options; absent where the link cannot be changed here. */
	readonly onOptions?: ((options: Options) => void) | undefined;
}

/** What each kind means, the option of the link that does it, and what to do where there is none. */
const kinds: Readonly<Record<string, { readonly words: string; readonly option?: readonly [string, boolean] }>> = {
	case: { words: 'without regard to case', option: ['caseSensitive', false] },
	trim: { words: 'without spaces at either end', option: ['trim', true] },
	leadingZeros: { words: 'without leading zeros' },
	accents: { words: 'without accents' },
	all: { words: 'with none of case, spaces, leading zeros and accents' },
};

/** Other ways to compare that would match more, with the figure that each would reach. */
export function Hints({ link, trial, onOptions }: HintsProps) {
	if (trial.hints.length === 0) return null;
	const isText = trial.hints.some((it) => kinds[it.kind]?.option === undefined);
	return (
		<section aria-label="What would match more" className={classes.hints}>
			<SectionHeader level={3} size="ui" breaks mb={1}>
				What would match more
			</SectionHeader>
			<ul>
				{trial.hints.map((it) => (
					<li key={it.kind}>
						<Hint hint={it} link={link} trial={trial} onOptions={onOptions} />
					</li>
				))}
			</ul>
			{isText && (
				<Muted component="p" numeric>
					Where there is no button, a BuildSpec that cleans the column does it; a link has no option for it.
				</Muted>
			)}
		</section>
	);
}

function Hint({ hint, link, trial, onOptions }: HintsProps & { hint: TrialHint }) {
	const { words, option } = kinds[hint.kind] ?? { words: hint.kind };
	const { distinct } = trial.from;
	return (
		<>
			<span>
				Compared {words}: <strong>{percent(hint.from, distinct)}</strong>, {formatCount(hint.from)} of{' '}
				{formatCount(distinct)} values
			</span>
			{option !== undefined && onOptions !== undefined && (
				<Button
					variant="default"
					size="compact-sm"
					onClick={() => onOptions({ ...link.options, [option[0]]: option[1] })}
				>
					Compare so
				</Button>
			)}
		</>
	);
}
