import type { BuildRun } from '#contract/build-run.ts';
import { DiffEditor } from '../../ui/editor/diff-editor.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import classes from './compare.module.css';
import { definitionChanges } from './compare-model.ts';

/** What ran before and after: the code, and what else changed of the definition. */
export function CompareDefinitions({ before, after }: { before: BuildRun; after: BuildRun }) {
	const changes = definitionChanges(before, after);
	const [old, now] = [before.definition.code.payload, after.definition.code.payload];
	const language = after.pipeline === 'git' ? 'json' : 'sql';
	return (
		<Stack component="section" className={classes.definitions} aria-label="What ran">
			<SectionHeader size="ui" py={2} px={4}>
				Code
			</SectionHeader>
			{changes.length > 0 && (
				<ul className={classes.changes}>
					{changes.map((it) => (
						<li key={it}>{it}</li>
					))}
				</ul>
			)}
			{old === now ? (
				<Muted px={4} component="p">
					The code is the same.
				</Muted>
			) : (
				<DiffEditor before={old} after={now} language={language} ariaLabel="Code" />
			)}
		</Stack>
	);
}
