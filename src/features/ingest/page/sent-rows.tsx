import { Button } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countOf } from '../../../lib/format.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { type Handover, readHandover, removeHandovers } from '../../../storage/ingest-handovers.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { useScope } from '../../session/queries.ts';
import type { Records } from '../model.ts';

interface SentRowsProps {
	/** The current records, which are only replaced after asking. */
	readonly records: Records;
	readonly onTake: (records: Records, from: string) => void;
}

const gone = () => 'gone' as const;

export function SentRows({ records, onTake }: SentRowsProps) {
	const scope = useScope();
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const id = params.get('from');
	const { data: sent } = useQuery({
		queryKey: ['handover', scope.service, scope.user, id],
		queryFn: id === null ? skipToken : () => readHandover(scope, id).then((found) => found ?? 'gone', gone),
		gcTime: 0,
	});
	const end = () => {
		void removeHandovers(scope).catch(() => {});
		edit((params) => params.delete('from'));
	};
	const take = ({ names, rows, from }: Handover) => {
		onTake({ names, rows, types: {} }, from);
		end();
	};
	const isEmpty = records.rows.length === 0;
	useEffect(() => {
		if (sent !== undefined && sent !== 'gone' && isEmpty) take(sent);
	});
	if (id === null || sent === undefined) return null;
	if (sent === 'gone')
		return (
			<Notice
				tone="info"
				title="The rows you opened here are no longer available"
				action={
					<Button variant="default" onClick={end}>
						Dismiss
					</Button>
				}
			>
				Go back to the page that shows the rows, and open them in Ingest again.
			</Notice>
		);
	return (
		<Notice
			tone="info"
			title={`Replace your ${countOf(records.rows.length, 'record')} with ${countOf(sent.rows.length, 'row')}?`}
			action={
				<Inline component="span" gap={2}>
					<Button onClick={() => take(sent)}>Replace records</Button>
					<Button variant="default" onClick={end}>
						Keep current records
					</Button>
				</Inline>
			}
		>
			Source of the new rows: {sent.from}.
		</Notice>
	);
}
