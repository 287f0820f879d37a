import { DiffEditor } from '../../ui/editor/diff-editor.tsx';
import { PropertyList } from '../../ui/primitives/property-list.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { listChange } from './merge.ts';
import { sameText, type WorkText } from './model.ts';
import classes from './versions.module.css';

interface DifferencesProps {
	readonly before: WorkText;
	readonly after: WorkText;
	/** What is compared, for assistive technology. */
	readonly label: string;
}

/** How two texts of a BuildSpec differ: sources and destination as fields, the code side by side. */
export function Differences({ before, after, label }: DifferencesProps) {
	const sources = listChange(before.sources, after.sources);
	const moved = before.destination !== after.destination;
	return (
		<>
			{sameText(before, after) && <Muted component="p">They are the same.</Muted>}
			{(sources.added.length > 0 || sources.removed.length > 0 || moved) && (
				<PropertyList className={classes.fields}>
					{(sources.added.length > 0 || sources.removed.length > 0) && (
						<>
							<dt>From</dt>
							<dd>
								{sources.removed.map((it) => (
									<del key={it}>{it}</del>
								))}
								{sources.added.map((it) => (
									<ins key={it}>{it}</ins>
								))}
							</dd>
						</>
					)}
					{moved && (
						<>
							<dt>To</dt>
							<dd>
								<del>{before.destination}</del>
								<ins>{after.destination}</ins>
							</dd>
						</>
					)}
				</PropertyList>
			)}
			<div className={classes.diff}>
				<DiffEditor before={before.payload} after={after.payload} language="sql" ariaLabel={`Code: ${label}`} />
			</div>
		</>
	);
}
