import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import classes from '../catalog.module.css';
import type { NamespaceFacts } from '../namespace-facts.ts';

/** The person's BuildSpecs that read the namespace, as far as they name it. */
export const readersIn = ({ uses = [] }: NamespaceFacts) => uses.filter((use) => use.reads.length > 0);

interface ConsequencesProps {
	readonly readers: ReturnType<typeof readersIn>;
	/** Whether the datasets go too; null where it is not known what is left of them. */
	readonly deletes: boolean | null;
	/** It was done: the BuildSpecs are to be looked at. */
	readonly isDone?: boolean;
}

/** What becomes of BuildSpecs that read the namespace when its datasets go, or stay empty. */
export const Consequences = ({ readers, deletes, isDone = false }: ConsequencesProps) => (
	<ul className={classes.list}>
		{readers.map(({ spec, reads }) => {
			const name = <code>{formatCoordinate(spec.destination)}</code>;
			const which = reads.map((source) => source.datasetName).join(', ');
			const breaks = `breaks: ${which} ${isDone ? 'is not there any more' : 'will not be there'}`;
			return (
				<li key={spec.id}>
					{isDone ? <Link to={paths.buildSpec(spec.id)}>{name}</Link> : name}
					{deletes !== null && <span>{deletes ? breaks : `gets no rows of ${which}`}</span>}
				</li>
			);
		})}
	</ul>
);
