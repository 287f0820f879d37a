import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { explainedName } from '#contract/explained-name.ts';
import { foldName } from '#contract/ids.ts';
import { getNamespace, listNamespaces, type Namespace, renameNamespace } from '#contract/namespace.ts';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { namespacesQuery } from '../../names/queries.ts';
import { offers } from '../../session/model.ts';
import { fullName, type NamespaceRef } from '../model.ts';
import { useNamespaceFacts } from '../namespace-facts.ts';
import { RenameForm } from './rename-form.tsx';
import { RenameImpact } from './rename-impact.tsx';
import { renameOnce } from './rename-once.ts';
import { useOutcomeOf } from './rename-outcome.ts';
import { RenameResult } from './rename-result.tsx';

interface RenameSheetProps {
	readonly namespace: NamespaceRef;
	readonly onClose: () => void;
}

/** Renames a namespace: shows the impact, then what remains to change in code. */
export function RenameSheet(props: RenameSheetProps) {
	useFocusBack();
	const done = useOutcomeOf(props.namespace);
	return done === null ? <NamespaceForm {...props} /> : <RenameResult done={done} onClose={props.onClose} />;
}

function NamespaceForm({ namespace: namespaceRef, onClose }: RenameSheetProps) {
	const { owner, namespace } = namespaceRef;
	const facts = useNamespaceFacts(namespaceRef);
	const { description } = facts;
	const listed = useQuery({ ...namespacesQuery, enabled: offers(description, listNamespaces) });
	const canLook = offers(description, getNamespace);
	return (
		<RenameForm
			of={{ owner, from: namespace }}
			operation={renameNamespace}
			rename={(input) => renameOnce(input, canLook)}
			newName={newNameOf(namespaceRef, listed.data?.items ?? [])}
			specs={facts.specs}
			confirms
			submitLabel={`Rename ${fullName(namespaceRef)}`}
			impact={(to) => <RenameImpact namespace={namespaceRef} to={to} facts={facts} />}
			onClose={onClose}
		>
			{description === null
				? 'This service doesn’t specify whether it also updates BuildSpecs, links and shares.'
				: 'References to the namespace are updated for everyone with access. Code in BuildSpecs isn’t changed.'}
		</RenameForm>
	);
}

/** Validates a new namespace name as far as the console can. */
const newNameOf = ({ owner, namespace }: NamespaceRef, others: readonly Namespace[]) => {
	const taken = others.filter(
		(other) => foldName(other.username) === foldName(owner) && foldName(other.namespace) !== foldName(namespace),
	);
	const takenBy = (name: string) => taken.find((other) => foldName(other.namespace) === foldName(name))?.namespace;
	return explainedName('The name').check(
		z.refine((name) => name !== namespace, 'Enter a different name.'),
		z.refine((name) => takenBy(name) === undefined, {
			error: ({ input }) => `${owner} already has a namespace named "${takenBy(String(input))}". Enter another name.`,
		}),
	);
};
