import { stringifyJson } from '#lib/exact-json/stringify.ts';
import type { Unreadable } from '../../../api/answer.ts';
import { countOf } from '../../../lib/format.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import classes from './list.module.css';

interface UnreadableSpecsProps {
	/** The readable ones. */
	readonly items: readonly unknown[];
	readonly unreadable: readonly Unreadable[];
}

export const UnreadableSpecs = ({ items, unreadable }: UnreadableSpecsProps) => (
	<Box pb={3} className={classes.raw} breaks>
		<Notice tone="warning" title={`${countOf(unreadable.length, 'BuildSpec')} can’t be read`}>
			The service returned {unreadable.length === 1 ? 'it' : 'them'} in a format this console doesn’t support.
			{items.length > 0 && ' The others are below.'}
			{unreadable.map((item) => (
				<details key={item.index}>
					<summary>
						Item {item.index + 1}: {item.reason}
					</summary>
					<Box component="pre" pre scroll>
						{stringifyJson(item.raw, 2)}
					</Box>
				</details>
			))}
		</Notice>
	</Box>
);
