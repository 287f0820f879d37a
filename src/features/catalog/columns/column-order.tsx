import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconSortAscendingLetters } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { type DatasetCoordinate, type DatasetSchema, getSchema } from '#contract/dataset.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useReachable, useScope } from '../../session/queries.ts';
import classes from './column-order.module.css';
import { ColumnOrderList } from './column-order-list.tsx';
import { type OrderProblems, orderProblems, sortColumns } from './column-order-model.ts';
import { ColumnOrderProblem } from './column-order-problem.tsx';
import { saveOrderMutation } from './column-order-save.ts';
import { ColumnOrderText } from './column-order-text.tsx';
import { useColumnOrder } from './column-order-work.ts';

interface ColumnOrderProps {
	readonly dataset: DatasetCoordinate;
	/** Null where the service does not say which columns there are: their names are typed then. */
	readonly schema: Pick<DatasetSchema, 'columns' | 'access'> | null;
	/** Names that were seen elsewhere, to begin with where there is no schema. */
	readonly learned?: readonly string[];
}

/** In which order the columns of a dataset are shown to everybody. */
export const ColumnOrder = ({ dataset, schema, learned = [] }: ColumnOrderProps) =>
	schema === null ? (
		<ColumnOrderText dataset={dataset} learned={learned} />
	) : (
		<Columns dataset={dataset} schema={schema} />
	);

const noProblems: OrderProblems = { columns: new Map(), others: [] };

function Columns({
	dataset,
	schema,
}: {
	dataset: DatasetCoordinate;
	schema: Pick<DatasetSchema, 'columns' | 'access'>;
}) {
	const work = useColumnOrder(
		dataset,
		schema.columns.map((it) => it.name),
	);
	const { data: description = null } = useQuery(descriptionQuery);
	const saving = useSingleMutation(saveOrderMutation(useScope()));
	const [problems, setProblems] = useState(noProblems);
	const away = useReachable() === false;
	const readOnly = schema.access !== 'write';
	const { order, dirty, added, removed } = work;

	const save = (onlyLook = false) => {
		if (saving.isSending() || away) return;
		setProblems(noProblems);
		saving.mutate(
			{ dataset, order, canLook: offers(description, getSchema), onlyLook },
			{
				onSuccess: (saved) => work.saved(saved),
				onError: (error, _input, _result, { client }) => {
					if (!isApiError(error) || error.subErrors.length === 0) return;
					setProblems(orderProblems(error.subErrors, order));
					// The columns are not what they were: the order goes on with those that are there now.
					void client.invalidateQueries();
				},
			},
		);
	};
	const change = (next: readonly string[]) => {
		if (saving.isPending) return;
		work.change(next);
		if (saving.isSuccess) saving.reset();
	};
	const onKeys = (event: KeyboardEvent) => {
		if (
			!(event.ctrlKey || event.metaKey) ||
			event.key.toLowerCase() !== 'z' ||
			event.target instanceof HTMLInputElement
		)
			return;
		event.preventDefault();
		if (event.shiftKey) work.redo();
		else work.undo();
	};

	return (
		<Stack component="section" gap={3} className={classes.frame} aria-label="Column order" onKeyDown={onKeys}>
			{readOnly ? (
				<Muted component="p" measure>
					You can read this dataset, not change it: the order of its columns is for who may write it. Its owner can make
					you an editor.
				</Muted>
			) : (
				<Muted component="p" measure>
					Everybody sees the columns in this order. Drag a row, or move to its handle, press Space, and move it with the
					arrow keys.
				</Muted>
			)}
			{!readOnly && (
				<Inline gap={2}>
					<Button
						variant="default"
						leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
						disabled={!work.canUndo || saving.isPending}
						onClick={work.undo}
					>
						Undo
					</Button>
					<Button
						variant="default"
						leftSection={<IconArrowForwardUp size={16} aria-hidden="true" />}
						disabled={!work.canRedo || saving.isPending}
						onClick={work.redo}
					>
						Redo
					</Button>
					<Button
						variant="default"
						leftSection={<IconSortAscendingLetters size={16} aria-hidden="true" />}
						disabled={saving.isPending}
						onClick={() => change(sortColumns(order))}
					>
						Sort by name
					</Button>
					<Inline gap={2} nowrap align="stretch" push>
						{dirty && (
							<Button variant="default" disabled={saving.isPending} onClick={work.reset}>
								Put back
							</Button>
						)}
						<Button disabled={!dirty || away} loading={saving.isPending} onClick={() => save()}>
							Save order
						</Button>
					</Inline>
				</Inline>
			)}
			{(added.length > 0 || removed.length > 0) && (
				<Notice tone="warning" title="The columns changed meanwhile">
					{added.length > 0 && (
						<Muted component="p" measure>
							New: {added.join(', ')}.
						</Muted>
					)}
					{removed.length > 0 && (
						<Muted component="p" measure>
							Gone: {removed.join(', ')}.
						</Muted>
					)}
					What you moved stays as you moved it. Look at the list, then save it.
				</Notice>
			)}
			{saving.error !== null && (
				<ColumnOrderProblem error={saving.error} problems={problems} onAgain={() => save()} onLook={() => save(true)} />
			)}
			{saving.isSuccess && !dirty && <Notice tone="success" title="The order is saved" />}
			<ColumnOrderList
				order={order}
				types={new Map(schema.columns.map((it) => [it.name, it.type]))}
				problems={problems.columns}
				added={added}
				readOnly={readOnly || saving.isPending}
				onChange={change}
			/>
		</Stack>
	);
}
