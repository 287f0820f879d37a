import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { formatCount } from '../../lib/format.ts';
import { Notice } from '../../ui/states.tsx';
import classes from './ingest.module.css';
import type { RefusedRecord } from './use-preview.ts';

const shown = 50;

/** The records that the service refuses by themselves. */
export function RefusedRecords({ refused }: { refused: readonly RefusedRecord[] }) {
	if (refused.length === 0) return null;
	return (
		<Notice
			tone="warning"
			title={`${formatCount(refused.length)} ${refused.length === 1 ? 'record is' : 'records are'} refused; the others were processed`}
		>
			<ul className={classes.aside}>
				{refused.slice(0, shown).map(({ index, message, record }) => (
					<li key={index}>
						{message} <code>{stringifyJson(record).slice(0, 200)}</code>
					</li>
				))}
			</ul>
			{refused.length > shown && `And ${formatCount(refused.length - shown)} more.`}
		</Notice>
	);
}
