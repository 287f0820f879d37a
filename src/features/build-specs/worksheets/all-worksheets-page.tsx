import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useFileDrop } from '../../../lib/browser/use-file-drop.ts';
import { countOf } from '../../../lib/format.ts';
import { nameSearchInAddress } from '../../../routing/name-search.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { readDraft } from '../../../storage/drafts.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { FilteredList } from '../../../ui/list/filtered-list.tsx';
import type { ListColumn } from '../../../ui/list/list-table.tsx';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { codeName } from '../../runs/model.ts';
import { useScope } from '../../session/queries.ts';
import { worksheetDraftId, worksheetName } from '../draft-ids.ts';
import { recoverOwnDrafts } from '../drafts/recover-own-drafts.ts';
import { useOpenWorksheets } from './open-worksheets.ts';
import { exportWorksheets, importWorksheets } from './worksheet-files.ts';
import { folderOf, lastPart } from './worksheet-tabs.tsx';
import classes from './worksheets.module.css';

interface Worksheet {
	readonly name: string;
	readonly payload: string;
	readonly at: number;
}

const columns: readonly ListColumn<Worksheet>[] = [
	{ id: 'code', label: 'Code', mono: true, wideOnly: true, cell: ({ payload }) => codeName(payload) },
	{
		id: 'updated',
		label: 'Updated',
		cell: ({ at }) => <RelativeTime iso={new Date(at).toISOString()} />,
		key: ({ at }) => at,
	},
];

const nameOf = ({ name }: Worksheet) => ({
	key: name,
	title: name,
	to: paths.worksheet(name),
	face: (
		<>
			{folderOf(name) !== '' && <Muted>{folderOf(name)}/</Muted>}
			<strong>{lastPart(name)}</strong>
		</>
	),
});
const textOf = ({ name, payload }: Worksheet): string => `${name}\n${payload}`;

export const loadAllWorksheets = () => async () => {
	await recoverOwnDrafts();
	return null;
};

export function AllWorksheetsPage() {
	const scope = useScope();
	const navigate = useNavigate();
	const [search, onSearch] = useAddressSearch(nameSearchInAddress);
	const { freeName } = useOpenWorksheets(scope, null);
	const drafts = useDrafts(scope);
	const items = useMemo(
		() =>
			drafts.flatMap(({ id, at }): Worksheet[] => {
				const name = worksheetName(id);
				const found = name === null ? null : readDraft(scope, worksheetDraftId(name));
				return name === null || found?.kind !== 'draft' ? [] : [{ name, payload: found.draft.text.payload, at }];
			}),
		[drafts, scope],
	);
	const importing = useMutation({ mutationFn: (files: readonly File[]) => importWorksheets(scope, files) });
	const { data: imported } = importing;
	const take = (files: readonly File[]) => {
		if (files.length > 0) importing.mutate(files);
	};
	const dropping = useFileDrop(take);
	const begin = (
		<Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void navigate(paths.worksheet(freeName()))}>
			New worksheet
		</Button>
	);
	return (
		<PageFrame
			title="Worksheets"
			count={items.length}
			fill
			actions={
				<>
					{items.length > 0 && (
						<SecondaryButton
							leftSection={<IconDownload size={16} aria-hidden />}
							onClick={() =>
								exportWorksheets(
									scope,
									items.map(({ name }) => name),
									new Date(),
								)
							}
						>
							Export all
						</SecondaryButton>
					)}
					<FileButton multiple accept=".sql,.zip" onChange={take}>
						{(props) => (
							<SecondaryButton {...props} leftSection={<IconFileUpload size={16} aria-hidden />}>
								Import…
							</SecondaryButton>
						)}
					</FileButton>
					{begin}
				</>
			}
		>
			<Stack fill gap={2} {...dropping}>
				<Muted component="p" role="status">
					{imported !== undefined &&
						[
							imported.names.length > 0 && `Imported ${countOf(imported.names.length, 'worksheet')}.`,
							imported.same > 0 &&
								`${countOf(imported.same, 'worksheet')} ${imported.same === 1 ? 'is' : 'are'} unchanged.`,
						]
							.filter(Boolean)
							.join(' ')}
				</Muted>
				{imported !== undefined && imported.problems.length > 0 && (
					<Notice tone="warning" title={`Couldn’t import ${countOf(imported.problems.length, 'file')}`}>
						<Bullets breaks>
							{imported.problems.map((problem) => (
								<li key={problem}>{problem}</li>
							))}
						</Bullets>
					</Notice>
				)}
				{items.length === 0 ? (
					<EmptyState title="No worksheets yet" action={begin}>
						A worksheet contains your own queries and is stored in this browser. Drop .sql files here to import them.
					</EmptyState>
				) : (
					<FilteredList
						label="Worksheets"
						what="worksheet"
						filterLabel="Filter by name or code"
						className={classes.list}
						items={items}
						columns={columns}
						name={nameOf}
						textOf={textOf}
						search={search}
						onSearch={onSearch}
					/>
				)}
			</Stack>
		</PageFrame>
	);
}
