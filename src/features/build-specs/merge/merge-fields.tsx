import { Radio } from '@mantine/core';
import { Fragment, useId } from 'react';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { PropertyList } from '../../../ui/primitives/property-list.tsx';
import { fields } from '../fields.ts';
import type { Decisions, ListChange, Merge, MergedField } from './merge.ts';

interface MergeFieldsProps {
	readonly merge: Merge;
	readonly decisions: Decisions;
	readonly onDecide: (change: (before: Decisions) => Decisions) => void;
}

/** What becomes of the fields beside the code, where either side changed them. */
export function MergeFields({ merge, decisions, onDecide }: MergeFieldsProps) {
	const changed = merge.fields.filter(isChanged);
	if (changed.length === 0) return null;
	return (
		<PropertyList>
			{changed.map((field) => (
				<Fragment key={field.name}>
					<dt>{fields[field.name].label}</dt>
					<dd>
						<MergeField field={field} decisions={decisions} onDecide={onDecide} />
					</dd>
				</Fragment>
			))}
		</PropertyList>
	);
}

function MergeField({ field, decisions, onDecide }: Omit<MergeFieldsProps, 'merge'> & { readonly field: MergedField }) {
	const id = useId();
	if (field.shape === 'list') {
		return (
			<Stack component="ul">
				{listChanges(field).map((change) => (
					<li key={change}>{change}</li>
				))}
			</Stack>
		);
	}
	const { name, mine, theirs, value } = field;
	if (!field.collides) return `${value} (${value === mine ? 'yours' : 'theirs'})`;
	return (
		<Radio.Group
			name={id}
			aria-label={`${fields[name].title}: which one counts`}
			value={decisions.fields[name] ?? ''}
			onChange={(next) =>
				onDecide((before) => ({
					...before,
					fields: { ...before.fields, [name]: next === 'theirs' ? 'theirs' : 'mine' },
				}))
			}
		>
			<Inline gap={[2, 4]} align="stretch">
				<Radio value="mine" size="xs" label={`Yours: ${mine}`} />
				<Radio value="theirs" size="xs" label={`Theirs: ${theirs}`} />
			</Inline>
		</Radio.Group>
	);
}

const isChanged = (field: MergedField): boolean =>
	field.shape === 'list' ? listChanges(field).length > 0 : field.mine !== field.theirs;

const listChanges = ({ byMe, byThem }: Extract<MergedField, { shape: 'list' }>): string[] => [
	...inWords('you', byMe),
	...inWords('they', byThem),
];

const inWords = (who: 'you' | 'they', { added, removed }: ListChange): string[] => [
	...added.map((name) => `${name}: ${who} added it`),
	...removed.map((name) => `${name}: ${who} took it away`),
];
