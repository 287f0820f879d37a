import { Button, Checkbox, NumberInput, SegmentedControl, Textarea } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { MatchType } from '#contract/link.ts';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import {
	defaultDistance,
	knownOptions,
	type LinkText,
	readOptions,
	withMatchType,
	withOption,
	writeOptions,
} from '../model.ts';
import classes from './builder.module.css';

interface MatchFormProps {
	readonly text: LinkText;
	/** Problems by `options` or `options.<name>`. */
	readonly problems: Readonly<Record<string, string>>;
	readonly onChange: (text: LinkText) => void;
}

const types: { value: MatchType; label: string }[] = [
	{ value: 'ExactMatch', label: 'Equal values' },
	{ value: 'GeoMatch', label: 'Nearby locations' },
];

export function MatchForm({ text, problems, onChange }: MatchFormProps) {
	const id = useId();
	const [opened, setOpened] = useState(text.options !== '' && hasUnknown(text));
	const { value: options, problem } = readOptions(text.options);
	const setOption = (name: string, value: unknown) =>
		onChange({ ...text, options: writeOptions(withOption(options ?? {}, name, value)) });
	const showsJson = opened || problem !== null;
	return (
		<Stack aria-label="Match" component="section" gap={3}>
			<Inline gap={[3, 5]} align="end">
				<div>
					<Box id={id} mb={1} weight="strong">
						Match
					</Box>
					<SegmentedControl
						aria-labelledby={id}
						data={types}
						value={text.matchType}
						onChange={(matchType) => onChange(withMatchType(text, matchType))}
					/>
				</div>
				{options !== null && text.matchType === 'ExactMatch' && (
					<Inline gap={[2, 4]} className={classes.checks}>
						<Checkbox
							label="Match case"
							checked={options.caseSensitive !== false}
							error={problems['options.caseSensitive']}
							onChange={(event) => setOption('caseSensitive', event.currentTarget.checked ? undefined : false)}
						/>
						<Checkbox
							label="Trim spaces"
							checked={options.trim === true}
							error={problems['options.trim']}
							onChange={(event) => setOption('trim', event.currentTarget.checked ? true : undefined)}
						/>
					</Inline>
				)}
				{options !== null && text.matchType === 'GeoMatch' && (
					<NumberInput
						w="12rem"
						label="Maximum distance (meters)"
						value={typeof options.maxDistanceMeters === 'number' ? options.maxDistanceMeters : ''}
						placeholder={`${defaultDistance}`}
						min={0}
						max={20_100_000}
						clampBehavior="none"
						thousandSeparator=","
						error={problems['options.maxDistanceMeters']}
						onChange={(value) => setOption('maxDistanceMeters', typeof value === 'number' ? value : undefined)}
					/>
				)}
				<Button
					className={classes.jsonButton ?? ''}
					variant="subtle"
					leftSection={<IconCode size={16} aria-hidden />}
					aria-expanded={showsJson}
					onClick={() => setOpened(!opened)}
				>
					Edit options as JSON
				</Button>
			</Inline>
			{showsJson && (
				<Textarea
					label="Options"
					description="All link options. Options without a field above are sent unchanged."
					classNames={{ input: classes.mono ?? '' }}
					autosize
					minRows={4}
					maxRows={16}
					spellCheck={false}
					placeholder="{}"
					value={text.options}
					error={problem ?? problems.options ?? null}
					onChange={(event) => onChange({ ...text, options: event.currentTarget.value })}
				/>
			)}
		</Stack>
	);
}

const hasUnknown = ({ options }: LinkText): boolean =>
	Object.keys(readOptions(options).value ?? {}).some((name) => !Object.values(knownOptions).flat().includes(name));
