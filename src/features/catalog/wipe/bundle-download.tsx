import { IconPackageExport } from '@tabler/icons-react';
import { getRows } from '#contract/dataset.ts';
import { startIngestion } from '#contract/ingest.ts';
import { useTask } from '../../../data-views/use-task.ts';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { DialogSection } from '../../../ui/primitives/section.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { offers } from '../../session/model.ts';
import { useScope } from '../../session/queries.ts';
import { fullName, type NamespaceRef } from '../model.ts';
import type { NamespaceFacts } from '../namespace-facts.ts';
import type { Bundle, BundleProgress } from './bundle.ts';

interface BundleDownloadProps {
	readonly namespace: NamespaceRef;
	readonly facts: NamespaceFacts;
	readonly disabled: boolean;
}

export function BundleDownload({ namespace, facts, disabled }: BundleDownloadProps) {
	const { service } = useScope();
	const { description } = facts;
	const withRows = offers(description, getRows) && facts.sees.datasets;
	const { task, run, cancel } = useTask<Bundle, BundleProgress>(null);
	const make = async (signal: AbortSignal, onProgress: (progress: BundleProgress) => void) => {
		const { makeBundle } = await import('./bundle.ts');
		const at = new Date();
		const bundle = await makeBundle({
			namespace: fullName(namespace),
			service,
			at,
			facts,
			withRows,
			signal,
			onProgress,
		});
		signal.throwIfAborted();
		saveFile(fileNameOf(`${namespace.owner} ${namespace.namespace} ${at.toISOString().slice(0, 10)}.zip`), bundle.file);
		return bundle;
	};
	const isRunning = task.state === 'running';
	const progress = (isRunning && task.progress) || { name: '', rows: 0, total: 0 };
	return (
		<DialogSection title="Back up before wiping">
			<Muted component="p" measure>
				One zip file with{' '}
				{withRows
					? 'all rows (as Parquet), columns, descriptions, links and '
					: 'everything available from this service: '}
				your BuildSpecs that use the namespace.{' '}
				{withRows &&
					(offers(description, startIngestion)
						? 'To restore rows, unpack the zip and upload its Parquet files on the Ingest page.'
						: 'You can’t restore rows through this console, but DuckDB, pandas and other tools can open the Parquet files.')}
			</Muted>
			<Inline gap={[2, 3]}>
				<SecondaryButton
					leftSection={<IconPackageExport size={16} aria-hidden="true" />}
					loading={isRunning}
					disabled={disabled || !facts.isGathered}
					onClick={() => void run(make)}
				>
					Download backup
				</SecondaryButton>
				{isRunning && (
					<>
						<progress
							style={{ width: '14rem', maxWidth: '100%' }}
							aria-label="Preparing backup"
							value={progress.rows}
							max={Math.max(1, progress.total)}
						/>
						<span>
							{progress.name} · {formatCount(progress.rows)} of {countOf(progress.total, 'row')}
						</span>
						<SecondaryButton onClick={cancel}>Cancel backup</SecondaryButton>
					</>
				)}
			</Inline>
			{task.state === 'done' && <BundleResult bundle={task.value} />}
			{task.state === 'failed' && (
				<Notice tone="error" title="Couldn’t prepare the backup">
					{task.message}
				</Notice>
			)}
		</DialogSection>
	);
}

function BundleResult({ bundle: { file, problems } }: { bundle: Bundle }) {
	const missing = [...problems].filter(([, problem]) => problem !== null);
	if (missing.length === 0) {
		return (
			<Notice tone="success" title={`Backup downloaded: ${formatBytes(file.size)}`}>
				Check that your browser saved the download before you continue.
			</Notice>
		);
	}
	return (
		<Notice
			tone="warning"
			title={`Backup downloaded, but the rows of ${countOf(missing.length, 'dataset')} are missing`}
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
