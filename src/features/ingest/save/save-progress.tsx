import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { isApiError } from '../../../api/api-error.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { SaveRefused, type StoredSave } from '../../../storage/ingest-saves.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { Working } from '../parts.tsx';
import { whyNotWritten } from '../status-model.ts';
import { SaveEnded } from './save-run.ts';
import type { Saving } from './use-saving.ts';

interface SaveProgressProps {
	readonly saving: Exclude<Saving, { state: 'none' }>;
	readonly onGoOn: (save: StoredSave) => void;
	readonly onStop: (save: StoredSave) => void;
	readonly onGiveUp: (save: StoredSave) => void;
	readonly onForget: () => void;
}

export function SaveProgress(props: SaveProgressProps) {
	const { saving } = props;
	switch (saving.state) {
		case 'going':
			return <Going {...saving} onStop={props.onStop} />;
		case 'stopped':
			return <Stopped {...props} {...saving} />;
		case 'elsewhere': {
			const { total, from, target } = saving.save;
			return (
				<Notice
					tone="info"
					title={`${countOf(total, 'row is', 'rows are')} being saved to ${formatCoordinate(target)} in another tab`}
				>
					{from === '' ? '' : `Source: ${from}. `}The result appears here. You can save other rows when this save is
					done.
				</Notice>
			);
		}
		case 'done':
			return (
				<>
					{saving.ingestion === null ? (
						<Notice
							tone="warning"
							title="This save was canceled or completed in another tab"
							action={<Link to={paths.ingestions()}>Open Ingestions</Link>}
						>
							Check Ingestions to see whether the rows were written.
						</Notice>
					) : (
						<Done ingestion={saving.ingestion} />
					)}
					<div>
						<Button variant="default" onClick={props.onForget}>
							Save other rows
						</Button>
					</div>
				</>
			);
	}
}

function Going(props: Extract<Saving, { state: 'going' }> & Pick<SaveProgressProps, 'onStop'>) {
	const { save, rows, isCommitting, onStop } = props;
	const name = formatCoordinate(save.target);
	return (
		<>
			<Working stopLabel="Stop saving" onStop={isCommitting ? undefined : () => onStop(save)}>
				{isCommitting
					? `Writing ${countOf(save.total, 'row')} to ${name}…`
					: `${formatCount(rows)} of ${countOf(save.total, 'row')} sent to ${name}. Nothing is written until all rows are sent.`}
			</Working>
			<progress
				aria-label="Rows sent"
				max={Math.max(1, save.total)}
				value={rows}
				style={{ width: '100%', accentColor: 'var(--accent)' }}
			/>
			{!isCommitting && <Muted component="p">Leaving this page pauses the save. You can resume it here.</Muted>}
		</>
	);
}

type StoppedProps = Extract<Saving, { state: 'stopped' }> & Pick<SaveProgressProps, 'onGoOn' | 'onGiveUp'>;

function Stopped({ save, error, onGoOn, onGiveUp }: StoppedProps) {
	const sent = save.acknowledged.reduce((sum, chunk) => sum + chunk.rows, 0);
	const giveUp = (
		<Button variant="default" onClick={() => onGiveUp(save)}>
			Cancel save
		</Button>
	);
	if (error instanceof SaveEnded) return <Notice tone="warning" title={error.message} action={giveUp} />;
	return (
		<>
			{error instanceof SaveRefused && <Notice tone="error" title={error.message} />}
			{!(error instanceof SaveRefused) && (
				<QueryErrorPanel
					title={
						isApiError(error) && error.kind === 'refused' ? 'The service rejected the save' : 'The save was interrupted'
					}
					query={{ error }}
				/>
			)}
			<Notice
				tone="warning"
				title={`${formatCount(sent)} of ${countOf(save.total, 'row')} sent to ${formatCoordinate(save.target)}`}
				action={
					<Inline component="span" gap={2}>
						<Button onClick={() => onGoOn(save)}>Resume save</Button>
						{giveUp}
					</Inline>
				}
			>
				{save.from === '' ? '' : `Source: ${save.from}. `}Resuming sends the remaining rows. Canceling removes the rows
				already sent.
			</Notice>
		</>
	);
}

function Done({ ingestion }: { ingestion: IngestionDetail }) {
	const { id, state, rows, rejected, target, error, version } = ingestion;
	const name = formatCoordinate(target);
	const links = (
		<Inline component="span" gap={2}>
			<Link to={paths.ingestion(id)}>Open ingestion</Link>
			{state === 'committed' && <Link to={paths.dataset(target)}>Open {name}</Link>}
		</Inline>
	);
	if (state !== 'committed')
		return (
			<Notice tone="error" title="No rows were written" action={links}>
				{error === null ? null : whyNotWritten(error.message)}
			</Notice>
		);
	return (
		<Notice
			tone={rejected === 0 ? 'success' : 'warning'}
			title={`${countOf(rows, 'row was', 'rows were')} written to ${name}`}
			action={links}
		>
			{rejected > 0 &&
				`${countOf(rejected, 'row')} didn’t fit the column types and ${rejected === 1 ? 'was' : 'were'} skipped. `}
			{version !== null && `The dataset is now at version ${formatCount(version)}.`}
		</Notice>
	);
}
