import { Button } from '@mantine/core';
import { IconPackageExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getRows } from '#contract/dataset.ts';
import { startIngestion } from '#contract/ingest.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { fileNameOf, saveFile } from '../../../ui/save-file.ts';
import { Notice } from '../../../ui/states.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useScope } from '../../session/queries.ts';
import classes from '../danger-zone.module.css';
import type { WipeFacts } from '../wipe-facts.ts';
import type { NamespaceName } from '../wipe-radius.ts';
import type { MadeBundle } from './bundle-make.ts';

type Making =
	| { readonly state: 'idle' }
	| { readonly state: 'making'; readonly name: string; readonly rows: number; readonly total: number }
	| { readonly state: 'made'; readonly bundle: MadeBundle }
	| { readonly state: 'failed'; readonly message: string };

interface BundleKeepProps {
	readonly namespace: NamespaceName;
	readonly facts: WipeFacts;
	readonly disabled: boolean;
}

/** Offers to keep what is there, as one file, before it goes. */
export function BundleKeep({ namespace, facts, disabled }: BundleKeepProps) {
	const { service } = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	const [making, setMaking] = useState<Making>({ state: 'idle' });
	const leaving = useRef<AbortController>(null);
	useEffect(() => () => leaving.current?.abort(), []);
	const withRows = offers(description, getRows) && facts.sees.datasets;

	const make = async () => {
		const controller = new AbortController();
		leaving.current = controller;
		const { signal } = controller;
		setMaking({ state: 'making', name: '', rows: 0, total: 0 });
		try {
			const { makeBundle } = await import('./bundle-make.ts');
			const bundle = await makeBundle({
				namespace,
				service,
				datasets: facts.datasets.data?.items ?? [],
				buildSpecs: (facts.around ?? []).map((it) => it.spec),
				links: facts.links.data?.items ?? [],
				withRows,
				signal,
				onProgress: (it) => !signal.aborted && setMaking({ state: 'making', ...it }),
			});
			if (signal.aborted) return;
			saveFile(
				fileNameOf(`${namespace.owner} ${namespace.name} ${bundle.manifest.madeAt.slice(0, 10)}.zip`),
				bundle.file,
			);
			setMaking({ state: 'made', bundle });
		} catch (error) {
			if (!signal.aborted) setMaking({ state: 'failed', message: errorFacts(error).message });
		}
	};
	const stop = () => {
		leaving.current?.abort();
		setMaking({ state: 'idle' });
	};

	return (
		<Stack component="section" gap={2} aria-label="Keep a bundle before">
			<SectionHeader level={3} size="ui">
				Keep a bundle before
			</SectionHeader>
			<Muted component="p" measure>
				One zip with{' '}
				{withRows
					? 'all rows as Parquet, columns and descriptions, links, and '
					: 'what can be had from this service: '}
				your BuildSpecs around it. BuildSpecs, links and descriptions can be brought back from it here.{' '}
				{offers(description, startIngestion)
					? 'Rows come back a dataset at a time: unpack the zip and save its Parquet files again on the Ingest page.'
					: 'Rows cannot: this service takes none in from the console. The Parquet files open anywhere.'}
			</Muted>
			<Inline gap={[2, 3]}>
				<Button
					variant="default"
					leftSection={<IconPackageExport size={16} aria-hidden="true" />}
					loading={making.state === 'making'}
					disabled={disabled || !facts.isGathered}
					onClick={() => void make()}
				>
					Download a bundle
				</Button>
				{making.state === 'making' && (
					<>
						<progress
							className={classes.progress}
							aria-label="Making the bundle"
							value={making.rows}
							max={Math.max(1, making.total)}
						/>
						<span>
							{making.name} · {formatCount(making.rows)} of {formatCount(making.total)} rows
						</span>
						<Button variant="default" onClick={stop}>
							Cancel
						</Button>
					</>
				)}
			</Inline>
			{making.state === 'made' && <Made bundle={making.bundle} />}
			{making.state === 'failed' && (
				<Notice tone="error" title="The bundle could not be made">
					{making.message}
				</Notice>
			)}
		</Stack>
	);
}

function Made({ bundle: { file, manifest } }: { bundle: MadeBundle }) {
	const missing = manifest.datasets.filter((it) => it.file === null);
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
			title={`The bundle is made, without the rows of ${missing.length} of ${manifest.datasets.length} datasets`}
		>
			<ul className={classes.unseen}>
				{missing.map((it) => (
					<li key={it.datasetName}>
						{it.datasetName}: {it.problem}
					</li>
				))}
			</ul>
		</Notice>
	);
}
