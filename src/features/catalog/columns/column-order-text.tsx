import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { countOf } from '../../../lib/format.ts';
import { Form } from '../../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { useReachable, useScope } from '../../session/queries.ts';
import { doubledNames, readNames } from './column-order-model.ts';
import { saveOrderMutation } from './column-order-save.ts';

interface ColumnOrderTextProps {
	readonly dataset: DatasetCoordinate;
	/** Names to start with. */
	readonly discovered: readonly string[];
}

/** The column order as typed names, for services that don't list columns. */
export function ColumnOrderText({ dataset, discovered }: ColumnOrderTextProps) {
	const saving = useSingleMutation(saveOrderMutation(useScope()));
	const form = useForm({
		initialValues: { names: discovered.join('\n') },
		validate: {
			names: (text) => {
				const doubled = doubledNames(readNames(text));
				return doubled.length > 0
					? `List each column once. Listed more than once: ${doubled.join(', ')}.`
					: readNames(text).length === 0;
			},
		},
		validateInputOnChange: true,
		onValuesChange: () => {
			if (!saving.isPending) saving.reset();
		},
	});
	const isUnavailable = useReachable() === false;
	const names = readNames(form.values.names);
	const save = form.onSubmit(() => {
		if (!isUnavailable) saving.mutate({ dataset, order: names, canLook: false });
	});
	return (
		<Stack component={Form} gap={3} style={{ maxWidth: '56rem' }} aria-label="Column order" onSubmit={save}>
			<Textarea
				label="Columns in order, one per line"
				description="This service doesn’t list columns. Include every column exactly once. If any are missing, the error lists them."
				styles={{ input: { fontFamily: 'var(--mono)' } }}
				autosize
				minRows={6}
				maxRows={24}
				spellCheck={false}
				{...form.getInputProps('names')}
			/>
			{saving.error !== null && (
				<ErrorPanel title="Couldn’t save the column order" error={errorFacts(saving.error)} onRetry={() => save()} />
			)}
			{saving.isSuccess && <Notice tone="success" title="Column order saved" />}
			<Inline gap={2}>
				<Muted measure>{countOf(names.length, 'column')}</Muted>
				<Button type="submit" ml="auto" loading={saving.isPending} disabled={!form.isValid() || isUnavailable}>
					Save order
				</Button>
			</Inline>
		</Stack>
	);
}
