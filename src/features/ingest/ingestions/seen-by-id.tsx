import { Button, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Form } from '../../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { seenMutation } from '../mutations.ts';

/** Marks an ingestion as seen by its id, for services that don't list them. @param known id in the URL */
export function SeenById({ known = '' }: { known?: string }) {
	const form = useForm({ initialValues: { id: known }, validate: { id: isNotEmpty('Enter an ingestion ID.') } });
	const marking = useMutation(seenMutation);
	return (
		<PageFrame title="Ingestions">
			<Stack component={Form} gap={3} onSubmit={form.onSubmit(({ id }) => marking.mutate([id.trim()]))}>
				<Notice tone="info" isSilent title="This service doesn’t list ingestions">
					To mark an ingestion as seen, enter its ID.
				</Notice>
				<Inline gap={[2, 3]} align="end">
					<TextInput label="Ingestion ID" {...form.getInputProps('id')} />
					<Button type="submit" loading={marking.isPending}>
						Mark as seen
					</Button>
				</Inline>
				{marking.isSuccess && <Notice tone="success" title={`Ingestion ${marking.variables[0]} marked as seen`} />}
				<QueryErrorPanel title="Couldn’t mark the ingestion as seen" query={marking} />
			</Stack>
		</PageFrame>
	);
}
