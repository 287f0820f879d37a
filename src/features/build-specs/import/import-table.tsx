import { Button, NativeSelect } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../routing/paths.ts';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { CodeText } from '../../../ui/text/code-text.tsx';
import { Differences } from '../merge/differences.tsx';
import { likelyLanguage, textOf } from '../model.ts';
import classes from './import.module.css';
import { type ImportChoice, type ImportItem, textOfFile } from './import-plan.ts';
import type { ImportResult } from './import-write.ts';
import { nameOf } from './spec-file.ts';

interface ImportTableProps {
	readonly items: readonly ImportItem[];
	readonly choiceOf: (item: ImportItem) => ImportChoice;
	readonly onChoose: (item: ImportItem, choice: ImportChoice) => void;
	/** By file path. */
	readonly results: ReadonlyMap<string, ImportResult>;
	readonly disabled: boolean;
}

const kindTones = { created: 'success', changed: 'warning', same: 'muted' } as const;
const kindLabels = { created: 'new', changed: 'changed', same: 'unchanged' } as const;
const choiceLabels: Readonly<Record<ImportChoice, string>> = {
	create: 'Create',
	change: 'Update',
	leave: 'Skip',
};

export function ImportTable({ items, results, ...props }: ImportTableProps) {
	return (
		<SimpleTable className={classes.table} aria-label="Planned changes" columns={['BuildSpec', 'Change', 'Action']}>
			<tbody>
				{items.map((item) => (
					<Row key={item.path} item={item} result={results.get(item.path) ?? null} {...props} />
				))}
			</tbody>
		</SimpleTable>
	);
}

type RowProps = Pick<ImportTableProps, 'choiceOf' | 'onChoose' | 'disabled'> & {
	readonly item: ImportItem;
	readonly result: ImportResult | null;
};

function Row({ item, result, choiceOf, onChoose, disabled }: RowProps) {
	const [isOpen, setOpen] = useState(false);
	const { file, spec, kind, choices, note, path } = item;
	const name = nameOf(file);
	const Arrow = isOpen ? IconChevronDown : IconChevronRight;
	const label = kind === 'changed' ? 'Differences' : 'Code';
	return (
		<>
			<tr>
				<td>
					{spec === null && result?.id == null ? (
						<Text mono breaks>
							{name}
						</Text>
					) : (
						<Text component={Link} mono breaks to={paths.buildSpec(result?.id ?? spec?.id ?? '')}>
							{name}
						</Text>
					)}
					<Muted component="div" breaks>
						{path}
					</Muted>
				</td>
				<td>
					{result === null ? (
						<>
							<Text component="div" tone={kindTones[kind]}>
								{kindLabels[kind]}
							</Text>
							{note !== null && (
								<Muted component="div" breaks>
									{note}
								</Muted>
							)}
						</>
					) : (
						<Text component="div" tone={result.state === 'failed' ? 'error' : 'success'}>
							{result.message}
						</Text>
					)}
					{kind !== 'same' && (
						<Button
							variant="subtle"
							size="compact-sm"
							aria-expanded={isOpen}
							aria-label={`${label} of ${name}`}
							leftSection={<Arrow size={14} aria-hidden />}
							onClick={() => setOpen(!isOpen)}
						>
							{label}
						</Button>
					)}
				</td>
				<td>
					{choices.length > 1 && result?.state !== 'done' ? (
						<NativeSelect
							aria-label={`Action for ${name}`}
							disabled={disabled}
							data={choices.map((value) => ({ value, label: choiceLabels[value] }))}
							value={choiceOf(item)}
							onChange={(event) => {
								const picked = choices.find((choice) => choice === event.currentTarget.value);
								if (picked !== undefined) onChoose(item, picked);
							}}
						/>
					) : (
						<Muted breaks>{result?.state === 'done' ? 'done' : 'skipped'}</Muted>
					)}
				</td>
			</tr>
			{isOpen && kind !== 'same' && (
				<tr>
					<td colSpan={3} className={classes.details}>
						{spec !== null && kind === 'changed' ? (
							<Differences before={textOf(spec)} after={textOfFile(file)} label={`Changes to ${name}`} />
						) : (
							<CodeText text={file.payload} language={likelyLanguage(file.payload)} label={`Code of ${name}`} />
						)}
					</td>
				</tr>
			)}
		</>
	);
}
