import { Button } from '@mantine/core';
import { useState } from 'react';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { countOf } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { Box } from '../primitives/layout.tsx';
import { Muted, Text } from '../primitives/text.tsx';

interface JsonTreeProps {
	readonly value: unknown;
	/** Accessible name. */
	readonly label: string;
}

/** JSON as an expandable tree. The first level is open; deeper ones render when opened. */
export const JsonTree = ({ value, label }: JsonTreeProps) => (
	<Box
		component="section"
		boxed
		p={2}
		mono
		size="small"
		breaks
		scroll
		aria-label={label}
		style={{ maxHeight: '24rem' }}
	>
		<Node name={null} value={value} isOpen />
	</Box>
);

/** Members of a branch rendered at a time. */
const portion = 100;

/** Maximum text rendered per value, in UTF-16 units. */
const longest = 10_000;

function Node({ name, value, isOpen = false }: { name: string | null; value: unknown; isOpen?: boolean }) {
	const [opened, setOpened] = useState(isOpen);
	const [shown, setShown] = useState(portion);
	const label = name !== null && <Text weight="strong">{visibleText(name)}: </Text>;
	const members = membersOf(value);
	if (members === null) {
		return (
			<div>
				{label}
				<Text pre>{visibleText(textOf(value)).slice(0, longest)}</Text>
			</div>
		);
	}
	const isList = Array.isArray(value);
	return (
		<details open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
			<summary>
				{label}
				<Muted>{isList ? `[ ${countOf(members.length, 'item')} ]` : `{ ${countOf(members.length, 'member')} }`}</Muted>
			</summary>
			{opened && (
				<Box pl={4}>
					{members.slice(0, shown).map(([key, member]) => (
						<Node key={key} name={key} value={member} />
					))}
					{members.length > shown && (
						<Button variant="transparent" size="compact-xs" onClick={() => setShown(shown + portion)}>
							Show {Math.min(portion, members.length - shown)} more
						</Button>
					)}
				</Box>
			)}
		</details>
	);
}

/** Members of an object or list; null for other values, such as exact numbers. */
function membersOf(value: unknown): [string, unknown][] | null {
	if (Array.isArray(value)) return value.map((item, index) => [String(index), item]);
	const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
	return isPlain ? Object.entries(value) : null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : stringifyJson(value));
