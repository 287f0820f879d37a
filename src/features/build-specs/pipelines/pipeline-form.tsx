import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorFacts } from '../../../api/error-facts.ts';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Prose, Text } from '../../../ui/primitives/text.tsx';
import { type PipelinePayload, readPayload, writePayload } from './payload.ts';
import { repositoriesQuery, repositoryQuery } from './queries.ts';
import { RefPicker } from './ref-picker.tsx';

interface PipelineFormProps {
	readonly payload: string;
	readonly onPayload: (payload: string) => void;
	/** @param isChanged whether the payload was written */
	readonly onClose: (isChanged: boolean) => void;
}

const none: PipelinePayload = { repository: '', ref: '', manifest: '' };
/** Delay between the last key and reading the repository, in ms. */
const pause = 400;

/** Selects a pipeline's repository, commit and manifest, and writes them to the payload. */
export function PipelineForm({ payload, onPayload, onClose }: PipelineFormProps) {
	const [begun] = useState(() => readPayload(payload) ?? none);
	/** The manifest is null until chosen, meaning the first one found. */
	const [values, setValues] = useState({ ...begun, manifest: begun === none ? null : begun.manifest });
	const [isTried, setTried] = useState(false);
	const known = useQuery(repositoriesQuery);
	const [repository] = useDebouncedValue(values.repository.trim(), pause);
	const ofRepository = useQuery({ ...repositoryQuery(repository, values.ref || null), enabled: repository !== '' });
	const isCurrent = repository === values.repository.trim() && repository !== '';
	const found = isCurrent ? ofRepository.data : undefined;
	const ref = values.ref || found?.defaultBranch || found?.branches[0]?.name || '';
	const manifests = found?.manifests ?? [];
	const manifest = values.manifest ?? manifests[0] ?? '';
	const change = (change: Partial<typeof values>) => setValues({ ...values, ...change });
	const problem = isCurrent && ofRepository.error !== null ? errorFacts(ofRepository.error).message : null;
	const missing = (value: string, what: string) => (isTried && value === '' ? what : null);
	const replaces = payload.trim() !== '' && readPayload(payload) === null;
	return (
		<FormDialog
			title={begun === none ? 'New pipeline from a repository' : 'Change repository'}
			submitLabel={begun === none ? 'Use repository' : 'Change repository'}
			onClose={() => onClose(false)}
			onSubmit={() => {
				setTried(true);
				if (values.repository.trim() === '' || ref === '' || manifest === '') return;
				onPayload(writePayload(payload, { repository: values.repository.trim(), ref, manifest: manifest.trim() }));
				onClose(true);
			}}
		>
			<Prose>
				The steps are stored in the repository. The BuildSpec only names the repository, commit and manifest to run.
			</Prose>
			<Autocomplete
				label="Repository"
				description="A repository on this service, or an HTTPS URL."
				placeholder={known.data?.items[0]?.name}
				data={[...new Set((known.data?.items ?? []).map(({ name }) => name))]}
				value={values.repository}
				error={problem ?? missing(values.repository.trim(), 'Choose a repository.')}
				onChange={(repository) =>
					repository !== values.repository && setValues({ repository, ref: '', manifest: null })
				}
				data-autofocus
			/>
			<Stack gap={1}>
				<Text weight="strong">Branch, tag or commit</Text>
				<RefPicker repository={found === undefined ? '' : repository} chosen={ref} onRef={(ref) => change({ ref })} />
				{missing(ref, 'x') !== null && <Text tone="error">Choose a branch, tag or commit.</Text>}
			</Stack>
			<Autocomplete
				label="Manifest"
				description={
					found !== undefined && manifests.length === 0
						? 'This commit has no manifest. Choose another commit, or enter a path.'
						: 'A JSON file in the repository.'
				}
				placeholder="pipeline.json"
				data={[...new Set(manifests)]}
				value={manifest}
				error={missing(manifest, 'Enter the path of the manifest.')}
				onChange={(manifest) => change({ manifest })}
			/>
			{replaces && <Muted>This replaces the code in the editor.</Muted>}
		</FormDialog>
	);
}
