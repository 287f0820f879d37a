import { useState } from 'react';
import { Link } from 'react-router';
import type { IngestionDetail } from '#contract/ingest.ts';
import { useArrivalFocus } from '../../../lib/browser/use-arrival-focus.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { OutdatedDependentsPanel } from '../../build-specs/build/dependents-panel.tsx';
import { UndoVersionPanel } from '../../names/undo-version-panel.tsx';
import { ScrollTable } from '../parts.tsx';
import { effectText, undoText } from '../status-model.ts';
import type { FilePart } from './file-parts.ts';
import { savedTitle } from './model.ts';

interface UploadDoneProps {
	readonly ingestion: IngestionDetail;
	/** Name of the next of several chosen files. */
	readonly next: string | undefined;
	readonly onAgain: () => void;
	/** The uploaded file; undefined if it was chosen before the page loaded. */
	readonly file: File | undefined;
	/** Its parts that weren't saved. */
	readonly others: readonly FilePart[] | undefined;
	readonly onPart: (file: File, part: FilePart) => void;
}

export function UploadDone({ ingestion, next, onAgain, file, others = [], onPart }: UploadDoneProps) {
	const { target, rejected, state, error, effect, columns, version } = ingestion;
	const undoes = undoText(ingestion);
	const first = useArrivalFocus<HTMLAnchorElement & HTMLButtonElement>();
	if (state !== 'committed') {
		return (
			<Notice
				tone="error"
				title="Nothing was saved"
				action={
					<SecondaryButton ref={first} onClick={onAgain}>
						{next === undefined ? 'Start over' : `Upload ${next}`}
					</SecondaryButton>
				}
			>
				{error?.message}
			</Notice>
		);
	}
	return (
		<>
			<Notice
				tone="success"
				title={savedTitle(ingestion)}
				action={
					<Inline component="span" gap={2}>
						<LinkButton ref={first} to={paths.dataset(target)}>
							Open dataset
						</LinkButton>
						<LinkButton to={paths.ingestion(ingestion.id)}>Open ingestion</LinkButton>
						<SecondaryButton onClick={onAgain}>
							{next === undefined ? 'Upload another file' : `Upload ${next}`}
						</SecondaryButton>
					</Inline>
				}
			>
				{effect && effect.changed + effect.unchanged > 0 && `${effectText(ingestion)}. `}
				{rejected > 0 && (
					<Link to={paths.ingestion(ingestion.id)}>{`${countOf(rejected, 'row was', 'rows were')} skipped`}</Link>
				)}
				<OutdatedDependentsPanel dataset={target} />
			</Notice>
			{file !== undefined && others.length > 0 && (
				<OtherParts file={file} others={others} onPart={(part) => onPart(file, part)} />
			)}
			{version !== null && version > 1 && (
				<Inline>
					<UndoVersionPanel
						what="ingestion"
						wrote={{ coordinate: target, version }}
						{...(undoes === undefined ? {} : { effect: undoes })}
					/>
				</Inline>
			)}
			<ScrollTable label="Saved columns" columns={['Column', 'Type']}>
				{columns.map(({ name, type }) => (
					<tr key={name}>
						<th scope="row">{name}</th>
						<td>{type}</td>
					</tr>
				))}
			</ScrollTable>
		</>
	);
}

interface OtherPartsProps {
	readonly file: File;
	readonly others: readonly FilePart[];
	readonly onPart: (part: FilePart) => void;
}

/** Uploads another part of the file. */
function OtherParts({ file, others, onPart }: OtherPartsProps) {
	const [chosen, setChosen] = useState('');
	const part = others.find(({ name }) => name === chosen) ?? others[0];
	if (part === undefined) return null;
	return (
		<Inline gap={2} align="end">
			<Choice
				label={`Other ${part.option === 'sheet' ? 'sheets' : 'files'} in ${file.name}`}
				value={part.name}
				onChange={setChosen}
				data={others.map(({ name }) => name)}
			/>
			<SecondaryButton onClick={() => onPart(part)}>{`Upload ${part.name}`}</SecondaryButton>
		</Inline>
	);
}
