import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { countOf } from '../../../lib/format.ts';
import { Notice } from '../../../ui/states/states.tsx';
import { FirstItems } from '../parts.tsx';
import type { RefusedRecord } from './use-preview.ts';

/** The records that the service refuses by themselves. */
export function RefusedRecords({ refused }: { refused: readonly RefusedRecord[] }) {
	if (refused.length === 0) return null;
	return (
		<Notice
			tone="warning"
			title={`${countOf(refused.length, 'record is', 'records are')} refused; the others were processed`}
		>
			<FirstItems
				items={refused}
				total={refused.length}
				most={50}
				item={({ index, message, record }) => (
					<li key={index}>
						{message} <code>{stringifyJson(record).slice(0, 200)}</code>
					</li>
				)}
			/>
		</Notice>
	);
}
