import { TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { uploadFile } from '#contract/file-ingestion.ts';
import type { IngestionMode } from '#contract/ingest.ts';
import { type CreatedToken, createToken, type NewToken } from '#contract/token.ts';
import { writeField } from '#lib/delimited/write.ts';
import { baseUrl } from '../../../api/http.ts';
import { requestUrl } from '../../../api/request-url.ts';
import { type Shell, setToken, toCurl } from '../../../lib/curl.ts';
import { paths } from '../../../routing/paths.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { CodeText } from '../../../ui/text/code-text.tsx';
import { createTokenMutation } from '../../access/mutations.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOffers } from '../../session/queries.ts';
import { useExisting } from './destination-form.tsx';
import { type Destination, datasetNameOf, destinationProblem } from './model.ts';
import classes from './upload.module.css';

const modes: readonly { readonly value: IngestionMode; readonly label: string }[] = [
	{ value: 'create', label: 'Create dataset' },
	{ value: 'append', label: 'Add rows' },
	{ value: 'upsert', label: 'Add or update rows by key' },
	{ value: 'replace', label: 'Replace all rows' },
];

/** A key column as the service reads it from a list. */
const keyText = (name: string): string => (/[",]/.test(name) ? writeField(name, ',') : name);

/** Lifetime of the command's token, in seconds. */
const lifetime = 7 * 86_400;
const exampleFile = 'data.csv';

const shells: readonly { readonly value: Shell; readonly label: string }[] = [
	{ value: 'posix', label: 'bash or zsh' },
	{ value: 'powershell', label: 'PowerShell (Windows)' },
];

/** The name of a file, for a path on any system. */
const nameIn = (path: string): string => path.split(/[\\/]/).at(-1) || exampleFile;

export function CommandLine({ destination, file }: { destination: Destination; file: File | null }) {
	const { dataset, mode: usual, key } = useExisting(destination);
	const mode = usual ?? 'append';
	const [typed, setTyped] = useState<string | null>(null);
	const [shell, setShell] = useState<Shell>(/Windows/.test(navigator.userAgent) ? 'powershell' : 'posix');
	const path = (typed ?? file?.name ?? '').trim() || exampleFile;
	const named = { ...destination, datasetName: destination.datasetName.trim() || datasetNameOf(nameIn(path)) };
	// Here, because a new token is shown only once and must survive further typing.
	const creation = useMutation(createTokenMutation());
	const folder = `${named.owner}/${named.namespace}`;
	const problem = destination.isNewNamespace
		? 'Choose an existing namespace to see the command.'
		: destinationProblem(named);
	return (
		<details>
			<Muted component="summary" style={{ width: 'fit-content', cursor: 'pointer' }}>
				Upload from a terminal
			</Muted>
			{problem === null ? (
				<Command
					key={`${folder} ${dataset === undefined ? '' : mode}`}
					target={named}
					shell={shell}
					path={path}
					fields={
						<>
							<TextInput
								label="Path of your file"
								placeholder={exampleFile}
								value={typed ?? file?.name ?? ''}
								onChange={(event) => setTyped(event.currentTarget.value)}
							/>
							<Choice label="Shell" value={shell} onChange={(value) => setShell(value as Shell)} data={shells} />
						</>
					}
					usual={dataset === undefined ? 'create' : mode}
					rowKey={key.length === 0 ? null : key.map(keyText).join(',')}
					creation={creation}
				/>
			) : (
				<Muted component="p">{problem}</Muted>
			)}
		</details>
	);
}

interface CommandProps {
	readonly target: DatasetCoordinate;
	readonly shell: Shell;
	readonly path: string;
	/** For the shell and the path. */
	readonly fields: ReactNode;
	/** Mode selected at first. */
	readonly usual: IngestionMode;
	/** Key columns for updating rows; null if unknown. */
	readonly rowKey: string | null;
	readonly creation: UseMutationResult<CreatedToken, Error, NewToken>;
}

function Command({ target, shell, path, fields, usual, rowKey, creation }: CommandProps) {
	const { owner: username, namespace, datasetName } = target;
	const [mode, setMode] = useState(usual);
	const canCreateToken = useOffers(createToken);
	const [permission] = creation.variables?.permissions ?? [];
	const isOfTarget = permission?.username === username && permission.namespace === namespace;
	const token = isOfTarget ? creation.data?.token : undefined;
	const params = { username, namespace, datasetName, fileName: nameIn(path) };
	const query = { ...(mode === 'create' ? {} : { mode }), ...(mode === 'upsert' ? { key: rowKey ?? 'id' } : {}) };
	const command = toCurl({
		method: uploadFile.method,
		url: requestUrl(baseUrl(), uploadFile.path, params, query),
		bearer: true,
		file: path,
		shell,
	});
	const script = `${setToken(shell, token ?? 'your-token')}\n${command}`;
	const create = () =>
		creation.mutate({
			name: `Uploads to ${username}/${namespace}`,
			permissions: [{ username, namespace, dataset: '*', access: 'write' }],
			expiresInSeconds: lifetime,
		});
	return (
		<Stack gap={2} pt={2} align="start">
			<Inline gap={3} align="end">
				{fields}
				<Choice label="Action" value={mode} onChange={(value) => setMode(value as IngestionMode)} data={modes} />
				{canCreateToken && token === undefined && (
					<SecondaryButton disabled={creation.isPending} onClick={create}>
						Create token for this command
					</SecondaryButton>
				)}
			</Inline>
			<QueryErrorPanel title="Couldn’t create the token" query={creation} />
			<CodeText text={script} language={null} label="Upload command" />
			<Muted component="ul" size="small" className={classes.notes}>
				<li>
					{token === undefined ? (
						<>
							Replace your-token with an <Link to={paths.access()}>access token</Link> that can write to {username}/
							{namespace}.
						</>
					) : (
						`The token can write to ${username}/${namespace} for 7 days. It’s shown only once.`
					)}
				</li>
				{mode === 'upsert' && rowKey === null && <li>Replace id with the columns that identify a row.</li>}
				<li>
					If the file is saved, the response is JSON with <code>"state":"committed"</code> and the number of rows.
				</li>
				<li>
					Otherwise nothing is saved, <code>message</code> says what to change, and curl exits with code 22.
				</li>
			</Muted>
		</Stack>
	);
}
