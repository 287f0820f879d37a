import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { repositoryQuery } from './queries.ts';
import { commitOf, findRefs, isCommitId, optionOf, refOf, refOptions } from './ref-options.ts';

const refLabel = 'Branch, tag or commit';

interface RefPickerProps {
	readonly repository: string;
	/** The current choice, or empty. */
	readonly chosen: string;
	/** Ref whose commits are listed. Default: `chosen`. */
	readonly of?: string;
	readonly label?: string;
	readonly onRef: (ref: string) => void;
}

/** Fits the input into its bar. */
const smallInput = { input: { height: 24, minHeight: 24, lineHeight: '22px' } };

export function RefPicker({ repository, chosen: ref, of = ref, label = refLabel, onRef }: RefPickerProps) {
	const wanted = isCommitId(of) || of === '' ? null : of;
	const ofRef = useQuery({ ...repositoryQuery(repository, wanted), enabled: repository !== '' });
	// A ref that no longer exists mustn't prevent choosing another.
	const ofDefault = useQuery({ ...repositoryQuery(repository, null), enabled: ofRef.isError && wanted !== null });
	const data = ofRef.data ?? ofDefault.data;
	const options = refOptions(data, ref);
	return (
		<Select
			w="12rem"
			size="xs"
			styles={smallInput}
			aria-label={label}
			placeholder={refLabel}
			title={ref}
			searchable
			allowDeselect={false}
			nothingFoundMessage="Nothing matches"
			comboboxProps={{ width: 'min(28rem, 100vw - 2rem)', position: 'bottom-end' }}
			data={options}
			value={ref === '' ? null : optionOf(data, ref)}
			filter={({ search }) => findRefs(options, search, data)}
			onChange={(value) => value !== null && onRef(refOf(value))}
			renderOption={({ option }) => {
				const commit = commitOf(data, option.value);
				if (commit === undefined) return <Text mono>{option.label}</Text>;
				return (
					<Stack>
						<Text breaks>{commit.message}</Text>
						<Muted size="small">
							<Text mono size="small">
								{commit.id.slice(0, 7)}
							</Text>{' '}
							{commit.author}, <RelativeTime iso={commit.at} />
						</Muted>
					</Stack>
				);
			}}
		/>
	);
}
