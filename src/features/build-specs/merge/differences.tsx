import { Checkbox } from '@mantine/core';
import { Fragment, useState } from 'react';
import * as z from 'zod/mini';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import { DiffEditor } from '../../../ui/editor/diff-editor.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { fields, sidePaneFields } from '../fields.ts';
import { sameText, type WorkText } from '../model.ts';
import classes from '../versions.module.css';
import { listChange } from './merge.ts';

const preference = 'diff/ignore-whitespace';

interface DifferencesProps {
	readonly before: WorkText;
	readonly after: WorkText;
	readonly label: string;
	/** Related content stored elsewhere, as text. */
	readonly more?: readonly {
		readonly label: string;
		readonly before: readonly string[];
		readonly after: readonly string[];
	}[];
}

/** Differences between two BuildSpecs: code side by side, changes of other fields above. */
export function Differences({ before, after, label, more = [] }: DifferencesProps) {
	const [ignoresWhitespace, setIgnores] = useState(() => readPreference(preference, z.boolean()) ?? false);
	const ignore = (ignores: boolean) => {
		setIgnores(ignores);
		writePreference(preference, ignores);
	};
	const lists = sidePaneFields.map((name) => ({
		label: fields[name].label,
		before: [before[name]].flat(),
		after: [after[name]].flat(),
	}));
	const changes = [...lists, ...more]
		.map((list) => ({ label: list.label, ...listChange(list.before, list.after) }))
		.filter(({ added, removed }) => added.length > 0 || removed.length > 0);
	return (
		<>
			{sameText(before, after) && changes.length === 0 && <Muted component="p">No differences.</Muted>}
			{changes.length > 0 && (
				<PropertyList className={classes.fields}>
					{changes.map(({ label, added, removed }) => (
						<Fragment key={label}>
							<dt>{label}</dt>
							<Inline component="dd" gap={[0, 3]} align="stretch" mono>
								{removed.map((text) => (
									<del key={text}>{text}</del>
								))}
								{added.map((text) => (
									<ins key={text}>{text}</ins>
								))}
							</Inline>
						</Fragment>
					))}
				</PropertyList>
			)}
			{before.payload !== after.payload && (
				<Checkbox
					label="Ignore leading and trailing spaces"
					checked={ignoresWhitespace}
					onChange={(event) => ignore(event.currentTarget.checked)}
				/>
			)}
			<div className={classes.diff}>
				<DiffEditor
					before={before.payload}
					after={after.payload}
					language="sql"
					ariaLabel={`Code: ${label}`}
					ignoresWhitespace={ignoresWhitespace}
				/>
			</div>
		</>
	);
}
