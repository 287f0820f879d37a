import { stringifyJson } from '#lib/exact-json/stringify.ts';
import type { Unreadable } from '../../../api/answer.ts';
import { Notice } from '../../../ui/states/states.tsx';
import classes from './list.module.css';

export function UnreadableItems({ items, others }: { items: readonly Unreadable[]; others: number }) {
	if (items.length === 0) return null;
	return (
		<div className={classes.unreadable}>
			<Notice
				tone="warning"
				title={items.length === 1 ? '1 BuildSpec cannot be read' : `${items.length} BuildSpecs cannot be read`}
			>
				The service sent {items.length === 1 ? 'it' : 'them'} in a shape that this console does not know.
				{others > 0 && ' The others are below.'}
				{items.map((item) => (
					<details key={item.index} className={classes.raw}>
						<summary>
							Item {item.index + 1}: {item.reason}
						</summary>
						<pre>{stringifyJson(item.raw, 2)}</pre>
					</details>
				))}
			</Notice>
		</div>
	);
}
