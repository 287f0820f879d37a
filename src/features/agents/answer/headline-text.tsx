import { Tooltip } from '@mantine/core';
import { Fragment } from 'react';
import type { Figure, Headline } from '#lib/text/headline.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from './answer-rows.module.css';
import { isRounded } from './figure.ts';

interface HeadlineTextProps {
	readonly headline: Headline;
	/** Whether it's a single figure, which is emphasized. */
	readonly isFigure: boolean;
}

/** An answer's summary sentence. Hover and focus show all digits of rounded figures. */
export const HeadlineText = ({ headline, isFigure }: HeadlineTextProps) => (
	<p className={`${classes.headline} ${isFigure ? classes.figure : ''}`}>
		{headline.map((part, at) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: a sentence doesn't change
			<Fragment key={at}>
				{typeof part === 'string' ? (
					visibleText(part)
				) : isRounded(part) ? (
					<Exact figure={part} />
				) : (
					visibleText(part.text)
				)}
			</Fragment>
		))}
	</p>
);

const Exact = ({ figure: { text, exact } }: { readonly figure: Figure }) => (
	<Tooltip label={`Exactly ${visibleText(exact)}`} events={{ hover: true, focus: true, touch: true }}>
		{/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need its digits too */}
		<span className={classes.exact} tabIndex={0}>
			{visibleText(text)}
		</span>
	</Tooltip>
);

export function ExactFigure({ headline }: Pick<HeadlineTextProps, 'headline'>) {
	const figure = headline.find((part) => typeof part !== 'string' && isRounded(part));
	return (
		typeof figure === 'object' && (
			<Muted component="p" size="small" numeric>
				Exactly {visibleText(figure.exact)}
			</Muted>
		)
	);
}
