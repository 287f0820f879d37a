import { FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { detectDialect } from '#lib/delimited/dialect.ts';
import { readRecord } from '#lib/delimited/record.ts';
import { decodeText } from '../../../rows/index.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';

interface CorrectedFileProps {
	readonly of: string;
	/** Applies records, keyed by the names in the first line. @returns the number of corrections */
	readonly onRecords: (records: readonly Readonly<Record<string, string>>[]) => Promise<number>;
}

export function CorrectedFile({ of, onRecords }: CorrectedFileProps) {
	const again = useRef<() => void>(null);
	const reading = useMutation({
		mutationFn: async (file: File) => onRecords(recordsOf(decodeText(new Uint8Array(await file.arrayBuffer())))),
		// The same file can be chosen again after fixing it.
		onSettled: () => again.current?.(),
	});
	return (
		<>
			<FileButton resetRef={again} accept=".csv,text/csv" onChange={(file) => file !== null && reading.mutate(file)}>
				{(props) => (
					<SecondaryButton {...props} size="xs" aria-label={`Upload corrected file: ${of}`} loading={reading.isPending}>
						Upload corrected file
					</SecondaryButton>
				)}
			</FileButton>
			{reading.data === 0 && (
				<Muted role="status">No corrections found. Edit the downloaded file, save it, then choose it again.</Muted>
			)}
			{reading.error !== null && <Muted role="status">{reading.error.message}</Muted>}
		</>
	);
}

/** @throws Error with a message if it isn't a table */
export function recordsOf(text: string): Record<string, string>[] {
	const bare = text.replace(/^\ufeff/, '');
	const dialect = detectDialect(bare, true, { preamble: 0, headerRows: 1 });
	if (dialect === null)
		throw new Error('The file isn’t CSV. Save it as CSV with the same columns as the downloaded file.');
	const records: string[][] = [];
	for (let at = 0; at < bare.length; ) {
		const record = readRecord(bare, at, dialect.delimiter, true, dialect.quote);
		if (record === null) break;
		records.push(record.fields);
		at = record.next;
	}
	const [names = [], ...rows] = records;
	return rows.map((fields) => Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])));
}
