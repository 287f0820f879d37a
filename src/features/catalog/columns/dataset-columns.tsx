import { Button, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ColumnOrigin } from '#contract/build-spec.ts';
import { type DatasetSchema, describeDataset } from '#contract/dataset.ts';
import { maxDescriptionLength } from '#contract/ids.ts';
import { errorFacts, problemsByPath } from '../../../api/error-facts.ts';
import { formatCount } from '../../../lib/format.ts';
import { notResponding } from '../../../lib/messages.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Form } from '../../../ui/primitives/form.tsx';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { OriginPanel } from '../../build-specs/column-lineage-panel.tsx';
import { useColumnLineage } from '../../build-specs/column-queries.ts';
import { useStatusOf } from '../../names/status-queries.ts';
import { useOffers, useReachable } from '../../session/queries.ts';
import { describeMutation } from '../mutations.ts';
import { ColumnChecks, useColumnChecks } from './column-checks.tsx';
import { ColumnUses, useColumnUses } from './column-uses.tsx';
import classes from './dataset-columns.module.css';
import { useDescriptions } from './use-descriptions.ts';

interface DatasetColumnsProps {
	readonly schema: DatasetSchema;
	/** Whether this is an old version, whose columns are read-only. */
	readonly isEarlier?: boolean;
	/** Next to the editing controls. */
	readonly action?: ReactNode;
}

/** A dataset's columns in order. Descriptions are edited in place and saved together. */
export function DatasetColumns({ schema, isEarlier = false, action }: DatasetColumnsProps) {
	const queryClient = useQueryClient();
	const isUnavailable = useReachable() === false;
	const saving = useMutation(describeMutation(queryClient));
	const texts = useDescriptions(schema, saving.isPending);
	const [opened, setOpened] = useState(false);
	const isEditing = !isEarlier && (opened || texts.count > 0);
	const problems = problemsByPath(saving.error);
	const status = useStatusOf(schema);
	const buildSpecId = schema.builtBy?.buildSpecId ?? (isEarlier ? null : status?.buildSpecId) ?? null;
	const lineage = useColumnLineage(schema, buildSpecId, schema.builtBy ?? null);
	const origins = new Map(lineage?.columns.map((origin) => [origin.column.toLowerCase(), origin]));
	const usesOf = useColumnUses(schema);
	const checksOf = useColumnChecks(isEarlier ? null : schema);
	const { owner, namespace, datasetName } = schema;
	const canDescribe = useOffers(describeDataset);
	const canEdit = schema.access === 'write' && canDescribe && !isEarlier;
	const stop = () => {
		texts.discard();
		saving.reset();
		setOpened(false);
	};
	// Use the texts at the time of the response, not of the request.
	const { forget } = useSteady({ forget: texts.forget });
	const save = () => {
		if (saving.isPending || isUnavailable) return;
		if (texts.count === 0) return stop();
		const descriptions = texts.changes();
		saving.mutate(
			{ dataset: { owner, namespace, datasetName }, descriptions },
			{
				onSuccess: () => {
					saving.reset();
					setOpened(forget(descriptions));
				},
			},
		);
	};
	return (
		<Box component={Form} fill scroll pb={5} onSubmit={save}>
			<Inline gap={2} pb={2} style={isEarlier ? {} : { minHeight: 'var(--control)' }}>
				{!isEditing && canEdit && (
					<SecondaryButton leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpened(true)}>
						Edit descriptions
					</SecondaryButton>
				)}
				{!isEditing && action}
				{schema.access === 'read' && !isEarlier && (
					<Muted>
						You can view this dataset, but not change it. Ask {owner} to make you an editor of {namespace}.
					</Muted>
				)}
				{isEditing && (
					<>
						<Button type="submit" loading={saving.isPending} disabled={texts.count === 0 || isUnavailable}>
							{texts.count === 0
								? 'Save descriptions'
								: `Save ${texts.count === 1 ? 'one description' : `${formatCount(texts.count)} descriptions`}`}
						</Button>
						<SecondaryButton onClick={stop} disabled={saving.isPending}>
							{texts.count === 0 ? 'Cancel' : 'Discard changes'}
						</SecondaryButton>
						{isUnavailable && <Muted>{notResponding('save')}</Muted>}
					</>
				)}
			</Inline>
			{saving.error !== null && Object.keys(problems).length === 0 && (
				<ErrorPanel title="Couldn’t save the descriptions" error={errorFacts(saving.error)} />
			)}
			{isEditing && (
				<Textarea
					pb="var(--space-3)"
					label="Dataset description"
					maxLength={maxDescriptionLength}
					autoFocus
					rows={2}
					value={texts.description}
					error={problems.description}
					onChange={(event) => texts.describe(event.currentTarget.value)}
				/>
			)}
			{lineage?.note != null && (
				<Muted component="p" pb={2}>
					{lineage.note}
				</Muted>
			)}
			<SimpleTable
				cards="flow"
				className={classes.table}
				aria-label="Columns"
				columns={[
					{ label: '#', className: classes.number },
					'Name',
					'Type',
					'Description',
					...(lineage === null ? [] : ['From']),
					'Used by',
				]}
			>
				<tbody>
					{schema.columns.map(({ name, type, description: saved }, index) => (
						<tr key={name}>
							<td className={classes.number}>{formatCount(index + 1)}</td>
							<th scope="row" className={classes.name}>
								{name}
								<ColumnChecks found={checksOf(name)} />
							</th>
							<Muted component="td" mono breaks>
								{type}
							</Muted>
							<td className={classes.description}>
								{isEditing ? (
									<Textarea
										aria-label={`Description of ${name}`}
										classNames={{ input: classes.input ?? '' }}
										maxLength={maxDescriptionLength}
										rows={1}
										value={texts.ofColumn(name) ?? saved}
										error={problems[`columns.${name}`]}
										onChange={(event) => texts.describeColumn(name, event.currentTarget.value, saved)}
									/>
								) : (
									saved
								)}
							</td>
							{lineage !== null && (
								<td className={classes.below}>
									<ColumnFrom origin={origins.get(name.toLowerCase())} />
								</td>
							)}
							<td className={classes.below}>
								<ColumnUses name={name} use={usesOf(name)} />
							</td>
						</tr>
					))}
				</tbody>
			</SimpleTable>
		</Box>
	);
}

const ColumnFrom = ({ origin }: { readonly origin: ColumnOrigin | undefined }) =>
	origin !== undefined && <OriginPanel origin={origin} />;
