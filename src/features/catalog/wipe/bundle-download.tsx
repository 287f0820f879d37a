import { Button } from '@mantine/core';
import { IconPackageExport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getRows } from '#contract/dataset.ts';
import { startIngestion } from '#contract/ingest.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { offers } from '../../session/model.ts';
import { useScope } from '../../session/queries.ts';
import { fullName, type NamespaceRef } from '../model.ts';
import type { NamespaceFacts } from '../namespace-facts.ts';
import { SheetSection } from '../sheet-section.tsx';
import type { Bundle } from './bundle.ts';

interface BundleDownloadProps {
	readonly namespace: NamespaceRef;
	readonly facts: NamespaceFacts;
	readonly disabled: boolean;
}

/** Offers what is in a namespace as one file, before it goes. */
export function BundleDownload({ namespace, facts, disabled }: BundleDownloadProps) {
	const { service } = useScope();
	const { description } = facts;
	const withRows = offers(description, getRows) && facts.sees.datasets;
	const [progress, setProgress] = useState({ name: '', rows: 0, total: 0 });
	const running = useRef<AbortController>(null);
	const making = useMutation({
		mutationFn: async ({ signal }: AbortController) => {
			const { makeBundle } = await import('./bundle.ts');
			const at = new Date();
			const bundle = await makeBundle({
				namespace: fullName(namespace),
				service,
				at,
				facts,
				withRows,
				signal,
				onProgress: (next) => !signal.aborted && setProgress(next),
			});
			signal.throwIfAborted();
			saveFile(
				fileNameOf(`${namespace.owner} ${namespace.namespace} ${at.toISOString().slice(0, 10)}.zip`),
				bundle.file,
			);
			return bundle;
		},
	});
	useEffect(() => () => running.current?.abort(), []);
	const make = () => {
		running.current = new AbortController();
		setProgress({ name: '', rows: 0, total: 0 });
		making.mutate(running.current);
	};
	const cancel = () => {
		running.current?.abort();
		making.reset();
	};
	return (
		<SheetSection label="Keep a bundle before">
			<Muted component="p" measure>
				One zip with{' '}
				{withRows
					? 'all rows as Parquet, columns and descriptions, links, and '
					: 'what can be had from this service: '}
				your BuildSpecs around it.{' '}
				{offers(description, startIngestion)
					? 'Rows come back a dataset at a time: unpack the zip and save its Parquet files again on the Ingest page.'
					: 'Rows cannot: this service takes none in from the console. The Parquet files open anywhere.'}
			</Muted>
			<Inline gap={[2, 3]}>
				<Button
					variant="default"
					leftSection={<IconPackageExport size={16} aria-hidden="true" />}
					loading={making.isPending}
					disabled={disabled || !facts.isGathered}
					onClick={make}
				>
					Download a bundle
				</Button>
				{making.isPending && (
					<>
						<progress
							style={{ width: '14rem', maxWidth: '100%' }}
							aria-label="Making the bundle"
							value={progress.rows}
							max={Math.max(1, progress.total)}
						/>
						<span>
							{progress.name} · {formatCount(progress.rows)} of {formatCount(progress.total)} rows
						</span>
						<Button variant="default" onClick={cancel}>
							Cancel
						</Button>
					</>
				)}
			</Inline>
			{making.isSuccess && <Made bundle={making.data} />}
			{making.isError && (
				<Notice tone="error" title="The bundle could not be made">
					{errorFacts(making.error).message}
				</Notice>
			)}
		</SheetSection>
	);
}

function Made({ bundle: { file, problems } }: { bundle: Bundle }) {
	const missing = [...problems].filter(([, problem]) => problem !== null);
	if (missing.length === 0) {
		return (
			<Notice tone="success" title={`The bundle is made: ${formatBytes(file.size)}`}>
				Look whether your browser has kept the download before you go on.
			</Notice>
		);
	}
	return (
		<Notice
			tone="warning"
			title={`The bundle is made, without the rows of ${missing.length} of ${problems.size} datasets`}
		>
			<Bullets>
				{missing.map(([datasetName, problem]) => (
					<li key={datasetName}>
						{datasetName}: {problem}
					</li>
				))}
			</Bullets>
		</Notice>
	);
}
