import { Button, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Form } from '../../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { seenMutation } from '../mutations.ts';

/** Marks an ingestion whose id is known, at a service that does not list them. @param known the id in the page's address */
export function SeenById({ known = '' }: { known?: string }) {
	const form = useForm({ initialValues: { id: known }, validate: { id: isNotEmpty('Enter the id of an ingestion.') } });
	const marking = useMutation(seenMutation);
	return (
		<PageFrame title="Ingestions">
			<Stack component={Form} gap={3} onSubmit={form.onSubmit(({ id }) => marking.mutate([id.trim()]))}>
				<Notice tone="info" isSilent title="This service does not list ingestions">
					One whose id you know can be marked as seen.
				</Notice>
				<Inline gap={[2, 3]} align="end">
					<TextInput label="Id of the ingestion" {...form.getInputProps('id')} />
					<Button type="submit" loading={marking.isPending}>
						Mark as seen
					</Button>
				</Inline>
				{marking.isSuccess && <Notice tone="success" title={`Ingestion ${marking.variables[0]} is marked as seen.`} />}
				<QueryErrorPanel title="The ingestion was not marked as seen" query={marking} />
			</Stack>
		</PageFrame>
	);
}
