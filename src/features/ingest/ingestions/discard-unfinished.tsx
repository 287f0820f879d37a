import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ingestion } from '#contract/ingest.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { discardMutation } from '../mutations.ts';

/** Deletes the user's uploads that were never saved. @param uploads they; none hides the button */
export function DiscardUnfinished({ uploads }: { uploads: readonly Ingestion[] }) {
	const discarding = useMutation(discardMutation);
	const [isAsked, setAsked] = useState(false);
	const close = () => {
		setAsked(false);
		discarding.reset();
	};
	const what = countOf(uploads.length, 'unfinished upload');
	return (
		<>
			{uploads.length > 0 && (
				<Button variant="default" onClick={() => setAsked(true)}>
					Discard {what}…
				</Button>
			)}
			<ConfirmDialog
				opened={isAsked}
				title={`Discard ${what}?`}
				confirmLabel={uploads.length === 1 ? 'Discard upload' : 'Discard uploads'}
				pending={discarding.isPending}
				error={discarding.error === null ? null : errorFacts(discarding.error)}
				onClose={close}
				onConfirm={() =>
					discarding.mutate(
						uploads.map(({ id }) => id),
						{ onSuccess: close },
					)
				}
			>
				This deletes files and rows that were uploaded but not saved. Datasets aren’t affected.
			</ConfirmDialog>
		</>
	);
}
