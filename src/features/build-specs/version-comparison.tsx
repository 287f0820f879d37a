import { useQuery } from '@tanstack/react-query';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { Description } from '#contract/description.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { readDraft } from '../../storage/drafts.ts';
import type { LedgerEntry, LedgerScope } from '../../storage/ledger.ts';
import { DiffEditor } from '../../ui/code-editor/diff-editor.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { LoadingRows, Notice } from '../../ui/states.tsx';
import { listChange } from './merge.ts';
import { sameText, textOf, type WorkText } from './model.ts';
import { versionTextQuery } from './version-queries.ts';
import classes from './versions.module.css';
import { sideInWords, sideName } from './versions.ts';

interface VersionComparisonProps {
	readonly scope: LedgerScope;
	readonly description: Description | null;
	/** What the service has now. */
	readonly current: BuildSpec;
	readonly left: string;
	readonly right: string;
	readonly asides: readonly LedgerEntry[];
}

/** Two of a BuildSpec's versions: sources and destination as fields, the code side by side. */
export function VersionComparison(props: VersionComparisonProps) {
	const { left, right } = props;
	const before = useSide(props, left);
	const after = useSide(props, right);
	const error = before.error ?? after.error;
	const label = `${capital(sideInWords(left))} against ${sideInWords(right)}`;
	return (
		<section className={classes.comparison} aria-label={label}>
			<h2 className={classes.heading}>{label}</h2>
			{error !== null && <ErrorPanel title="A version could not be read" error={errorFacts(error)} />}
			{error === null && (before.pending || after.pending) && <LoadingRows />}
			{[['left', left, before] as const, ['right', right, after] as const].map(
				([at, side, it]) =>
					!it.pending &&
					it.error === null &&
					it.text === null && (
						<Notice key={at} tone="info" title={`${capital(sideInWords(side))} is not kept`}>
							Neither the service nor this browser has its text.
						</Notice>
					),
			)}
			{before.text !== null && after.text !== null && (
				<Differences before={before.text} after={after.text} label={label} />
			)}
		</section>
	);
}

function Differences({ before, after, label }: { before: WorkText; after: WorkText; label: string }) {
	const sources = listChange(before.sources, after.sources);
	const moved = before.destination !== after.destination;
	return (
		<>
			{sameText(before, after) && <p className={classes.quiet}>They are the same.</p>}
			{(sources.added.length > 0 || sources.removed.length > 0 || moved) && (
				<dl className={classes.fields}>
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
				</dl>
			)}
			<div className={classes.diff}>
				<DiffEditor before={before.payload} after={after.payload} language="sql" ariaLabel={`Code: ${label}`} />
			</div>
		</>
	);
}

function useSide({ scope, description, current, asides }: VersionComparisonProps, side: string) {
	const version = /^\d+$/.test(side) ? Number(side) : null;
	const { data, error, isPending } = useQuery({
		...versionTextQuery(scope, description, current.id, version ?? 0),
		enabled: version !== null && version !== current.version,
	});
	if (version === current.version) return { text: textOf(current), error: null, pending: false };
	if (version !== null) return { text: data ?? null, error, pending: isPending };
	if (side === 'draft') {
		const found = readDraft(scope, current.id);
		return { text: found.kind === 'draft' ? found.draft.text : null, error: null, pending: false };
	}
	return { text: asides.find((it) => sideName(it) === side)?.text ?? null, error: null, pending: false };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
