import type { BuildRun } from '#contract/build-run.ts';
import { DiffEditor } from '../../ui/editor/diff-editor.tsx';
import classes from './compare.module.css';
import { definitionChanges } from './compare-model.ts';

/** What ran before and after: the code, and what else changed of the definition. */
export function CompareDefinitions({ before, after }: { before: BuildRun; after: BuildRun }) {
	const changes = definitionChanges(before, after);
	const [old, now] = [before.definition.code.payload, after.definition.code.payload];
	const language = after.pipeline === 'git' ? 'json' : 'sql';
	return (
		<section className={classes.definitions} aria-label="What ran">
			<h2 className={classes.heading}>Code</h2>
			{changes.length > 0 && (
				<ul className={classes.changes}>
					{changes.map((it) => (
						<li key={it}>{it}</li>
					))}
				</ul>
			)}
			{old === now ? (
				<p className={classes.quiet}>The code is the same.</p>
			) : (
				<DiffEditor before={old} after={now} language={language} ariaLabel="Code" />
			)}
		</section>
	);
}
