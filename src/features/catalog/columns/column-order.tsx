import { Button } from '@mantine/core';
import {
	type Icon,
	IconArrowBackUp,
	IconArrowForwardUp,
	IconArrowsSort,
	IconCheck,
	IconSortAscendingLetters,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { type DatasetCoordinate, type DatasetSchema, getSchema } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { LostWriteNotice } from '../../names/notice-panel.tsx';
import { useOffers, useOnReconnect, useReachable, useScope } from '../../session/queries.ts';
import { ColumnOrderList } from './column-order-list.tsx';
import { columnProblems, sortColumns } from './column-order-model.ts';
import { saveOrderMutation } from './column-order-save.ts';
import { hasUnsavedOrder, useColumnOrder } from './use-column-order.ts';

interface ColumnOrderProps {
	readonly dataset: DatasetCoordinate;
	readonly schema: DatasetSchema;
}

interface ColumnOrderModeProps extends ColumnOrderProps {
	/** The columns in read-only mode, with a button to reorder them. */
	readonly children: (action: ReactNode) => ReactNode;
}

/** The columns of a dataset, read-only or reorderable. Starts in reordering mode if there's an unsaved order. */
export function ColumnOrderMode({ dataset, schema, children }: ColumnOrderModeProps) {
	const scope = useScope();
	const [ordering, setOrdering] = useState(() => hasUnsavedOrder(scope, dataset));
	const Icon = ordering ? IconCheck : IconArrowsSort;
	const action = schema.access === 'write' && (
		<SecondaryButton leftSection={<Icon size={16} aria-hidden="true" />} onClick={() => setOrdering(!ordering)}>
			{ordering ? 'Show descriptions' : 'Reorder columns'}
		</SecondaryButton>
	);
	if (!ordering) return children(action);
	return (
		<Stack gap={3}>
			<div>{action}</div>
			<ColumnOrder dataset={dataset} schema={schema} />
		</Stack>
	);
}

/** The column order for all users. */
function ColumnOrder({ dataset, schema }: ColumnOrderProps) {
	const unsaved = useColumnOrder(
		dataset,
		schema.columns.map((column) => column.name),
	);
	const canLook = useOffers(getSchema);
	const saving = useSingleMutation(saveOrderMutation(useScope()));
	const isUnavailable = useReachable() === false;
	const readOnly = schema.access !== 'write';
	const { order, dirty, added, removed } = unsaved;
	const { subErrors } = errorFacts(saving.error);

	const save = (onlyLook = false) => {
		if (saving.isSending() || isUnavailable) return;
		saving.mutate(
			{ dataset, order, canLook, onlyLook },
			{
				onSuccess: (saved) => unsaved.saved(saved),
				onError: (error, _input, _result, { client }) => {
					// The columns changed on the service, so continue with the current ones.
					if (errorFacts(error).subErrors.length > 0) void client.invalidateQueries();
				},
			},
		);
	};
	const change = (next: readonly string[]) => {
		if (saving.isPending) return;
		unsaved.change(next);
		if (saving.isSuccess) saving.reset();
	};
	const onKeys = (event: KeyboardEvent) => {
		const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
		if (!isUndo || event.target instanceof HTMLInputElement) return;
		event.preventDefault();
		if (event.shiftKey) unsaved.redo();
		else unsaved.undo();
	};

	return (
		<Stack component="section" gap={3} style={{ maxWidth: '56rem' }} aria-label="Column order" onKeyDown={onKeys}>
			<Muted component="p" measure>
				{readOnly
					? 'You can view this dataset, but only editors can reorder its columns. Ask its owner to make you an editor.'
					: 'Everyone sees the columns in this order. Drag a row, or focus its handle, press Space and use the arrow keys.'}
			</Muted>
			{!readOnly && (
				<Inline gap={2}>
					<Tool icon={IconArrowBackUp} disabled={!unsaved.canUndo || saving.isPending} onClick={unsaved.undo}>
						Undo
					</Tool>
					<Tool icon={IconArrowForwardUp} disabled={!unsaved.canRedo || saving.isPending} onClick={unsaved.redo}>
						Redo
					</Tool>
					<Tool icon={IconSortAscendingLetters} disabled={saving.isPending} onClick={() => change(sortColumns(order))}>
						Sort by name
					</Tool>
					<Inline gap={2} nowrap align="stretch" push>
						{dirty && (
							<SecondaryButton disabled={saving.isPending} onClick={unsaved.reset}>
								Discard changes
							</SecondaryButton>
						)}
						<Button disabled={!dirty || isUnavailable} loading={saving.isPending} onClick={() => save()}>
							Save order
						</Button>
					</Inline>
				</Inline>
			)}
			{(added.length > 0 || removed.length > 0) && (
				<Notice tone="warning" title="The columns changed while you were editing">
					{added.length > 0 && (
						<Muted component="p" measure>
							New: {added.join(', ')}.
						</Muted>
					)}
					{removed.length > 0 && (
						<Muted component="p" measure>
							Removed: {removed.join(', ')}.
						</Muted>
					)}
					Your changes are still here. Review the order, then save it.
				</Notice>
			)}
			{saving.error !== null && <OrderProblem error={saving.error} onAgain={() => save()} onLook={() => save(true)} />}
			{saving.isSuccess && !dirty && <Notice tone="success" title="Column order saved" />}
			<ColumnOrderList
				order={order}
				types={new Map(schema.columns.map((column) => [column.name, column.type]))}
				problems={columnProblems(subErrors, saving.variables?.order ?? [])}
				added={added}
				readOnly={readOnly || saving.isPending}
				onChange={change}
			/>
		</Stack>
	);
}

const Tool = ({ icon: Icon, ...props }: { icon: Icon; disabled: boolean; onClick: () => void; children: string }) => (
	<SecondaryButton leftSection={<Icon size={16} aria-hidden="true" />} {...props} />
);

/** Why an order wasn't saved. Problems with individual columns are shown in the list. */
function OrderProblem({ error, onAgain, onLook }: { error: unknown; onAgain: () => void; onLook: () => void }) {
	const isUnknown = isUnknownOutcome(error);
	useOnReconnect(isUnknown, onLook);
	const facts = errorFacts(error);
	if (isUnknown) {
		return (
			<LostWriteNotice error={error} onLook={onLook}>
				Your column order is still here. The console checks the result when the service responds.
			</LostWriteNotice>
		);
	}
	const message = 'The order no longer matches the columns. The service reports:';
	return (
		<ErrorPanel
			title="Couldn’t save the column order"
			error={facts.subErrors.length > 0 ? { ...facts, message } : facts}
			onRetry={onAgain}
		/>
	);
}
