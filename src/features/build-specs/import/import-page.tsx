import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BuildSpec, createBuildSpec } from '#contract/build-spec.ts';
import { useFileDrop } from '../../../lib/browser/use-file-drop.ts';
import { countOf } from '../../../lib/format.ts';
import { notResponding } from '../../../lib/messages.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { descriptionQuery, useOffers, useReachable } from '../../session/queries.ts';
import { buildSpecsQuery } from '../queries.ts';
import classes from './import.module.css';
import { ImportTable } from './import-table.tsx';
import { type ReadFile, readSpecFiles } from './spec-import-files.ts';
import { useImport } from './use-import.ts';

export const loadImport = (queryClient: QueryClient) => async () => {
	void queryClient.prefetchQuery(buildSpecsQuery);
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

export function ImportPage() {
	const specs = useQuery(buildSpecsQuery);
	return (
		<PageFrame title="Import BuildSpecs">
			{specs.isPending && <LoadingRows rows={4} />}
			{specs.isError && specs.data === undefined && (
				<QueryErrorPanel title="Couldn’t load the existing BuildSpecs" query={specs} />
			)}
			{specs.data !== undefined && <Importing specs={specs.data.items} />}
		</PageFrame>
	);
}

function Importing({ specs }: { specs: readonly BuildSpec[] }) {
	const [files, setFiles] = useState<readonly ReadFile[]>([]);
	const importing = useImport(files, specs, useOffers(createBuildSpec));
	const isAway = useReachable() === false;
	const reading = useMutation({
		mutationFn: readSpecFiles,
		onSuccess: (read) => {
			importing.forget();
			setFiles(read);
		},
	});
	const take = (chosen: readonly File[]) => {
		if (chosen.length > 0 && !importing.running) reading.mutate(chosen);
	};
	const dropping = useFileDrop(take);
	const refused = files.filter((file) => file.problem !== null);
	const disabledReason = isAway
		? notResponding('import')
		: importing.chosen.length === 0
			? 'Select at least one BuildSpec to create or update.'
			: null;
	return (
		<Stack gap={3}>
			<Inline aria-label="Files" component="section" gap={[2, 3]} p={4} className={classes.drop} {...dropping}>
				<FileButton multiple accept=".sql,.yaml,.yml,.zip" onChange={take}>
					{(props) => (
						<Button
							{...props}
							variant={files.length === 0 ? 'filled' : 'default'}
							disabled={importing.running}
							leftSection={<IconFileUpload size={16} aria-hidden />}
						>
							Choose files…
						</Button>
					)}
				</FileButton>
				<Muted component="p" breaks>
					or drop exported .sql and .yaml files here, or a zip file. You can review every change before it’s saved.
				</Muted>
			</Inline>
			<Muted role="status" component="p" breaks>
				{reading.isPending ? 'Reading files…' : importing.statusMessage}
			</Muted>
			{refused.length > 0 && (
				<Notice tone="error" title={`Can’t import ${countOf(refused.length, 'file')}`}>
					<Bullets breaks>
						{refused.map(({ path, problem }) => (
							<li key={path}>
								<strong>{path}</strong>
								{problem.line !== null && `, line ${problem.line}`}: {problem.message}
							</li>
						))}
					</Bullets>
				</Notice>
			)}
			{importing.stopped !== null && (
				<Notice
					tone="warning"
					title={importing.stopped}
					action={<SecondaryButton onClick={importing.compareAgain}>Compare again</SecondaryButton>}
				>
					Compare the files with the service again, then import the rest.
				</Notice>
			)}
			{importing.items.length > 0 && (
				<>
					<ImportTable
						items={importing.items}
						choiceOf={importing.choiceOf}
						onChoose={importing.choose}
						results={importing.results}
						disabled={importing.running}
					/>
					<Inline gap={3} py={2} raised ruled="above" style={{ position: 'sticky', bottom: 0 }}>
						<Button
							variant={disabledReason === null ? 'filled' : 'default'}
							loading={importing.running}
							aria-disabled={disabledReason !== null}
							title={disabledReason ?? undefined}
							onClick={() => {
								if (disabledReason === null) importing.run();
							}}
						>
							{importing.label}
						</Button>
						{importing.running && <SecondaryButton onClick={importing.stop}>Stop after this BuildSpec</SecondaryButton>}
						<Muted breaks>{importing.counts}</Muted>
					</Inline>
				</>
			)}
		</Stack>
	);
}
