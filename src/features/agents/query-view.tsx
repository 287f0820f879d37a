import { useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { CodeText } from '../../ui/code-text.tsx';
import { LazyPart, lazyPart } from '../../ui/lazy-part.tsx';
import { useSessionStore } from '../session/model.ts';
import { QueryActions } from './query-actions.tsx';

const editor = lazyPart(() => import('./query-editor.tsx').then((it) => it.QueryEditor));

interface QueryViewProps {
	readonly agent: string;
	readonly query: string;
	/** What it is: "Query of step 2". */
	readonly label: string;
}

/** A query of an answer; it can be changed where it stands, and run as a preview of a new BuildSpec. */
export function QueryView({ agent, query, label }: QueryViewProps) {
	const [edited, setEdited] = useState<string | null>(null);
	// A record is replayed without a service, and without a session.
	const signedIn = useSessionStore(({ session }) => session !== null);
	const shown = <CodeText text={visibleText(query)} language="sql" label={label} />;
	if (!signedIn) return shown;
	return (
		<div>
			{edited === null && shown}
			<QueryActions agent={agent} query={query} edited={edited} onEdit={setEdited}>
				{(run) =>
					edited !== null && (
						<LazyPart
							part={editor}
							props={{ value: edited, label, onChange: setEdited, onRun: run }}
							onMissing={() => setEdited(null)}
						/>
					)
				}
			</QueryActions>
		</div>
	);
}
