import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { countOf } from '../../../lib/format.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { type Handover, readHandover, removeHandovers } from '../../../storage/ingest-handovers.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { useScope } from '../../session/queries.ts';
import type { Records } from '../model.ts';

interface SentRowsProps {
	/** The current records; they are not replaced without a question. */
	readonly records: Records;
	readonly onTake: (records: Records, from: string) => void;
}

/** Rows that another page sent here, named in the address. */
export function SentRows({ records, onTake }: SentRowsProps) {
	const scope = useScope();
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const id = params.get('from');
	const [sent, setSent] = useState<Handover | 'gone' | null>(null);
	useEffect(() => {
		if (id === null) return;
		let left = false;
		readHandover(scope, id)
			.catch(() => null)
			.then((found) => {
				if (!left) setSent(found ?? 'gone');
			});
		return () => {
			left = true;
		};
	}, [scope, id]);
	const end = () => {
		setSent(null);
		void removeHandovers(scope).catch(() => {});
		edit((params) => params.delete('from'));
	};
	const take = ({ names, rows, from }: Handover) => {
		onTake({ names, rows, types: {} }, from);
		end();
	};
	const isEmpty = records.rows.length === 0;
	useEffect(() => {
		if (sent !== null && sent !== 'gone' && isEmpty) take(sent);
	});
	if (id === null || sent === null) return null;
	if (sent === 'gone')
		return (
			<Notice
				tone="info"
				title="The rows that were sent here are not kept any more. Send them again."
				action={
					<Button variant="default" onClick={end}>
						Dismiss
					</Button>
				}
			/>
		);
	return (
		<Notice
			tone="info"
			title={`${countOf(sent.rows.length, 'row was', 'rows were')} sent here: ${sent.from}`}
			action={
				<Inline component="span" gap={2}>
					<Button onClick={() => take(sent)}>Use these rows</Button>
					<Button variant="default" onClick={end}>
						Keep mine
					</Button>
				</Inline>
			}
		>
			They would take the place of the {countOf(records.rows.length, 'record')} here.
		</Notice>
	);
}
