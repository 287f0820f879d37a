import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from './controls.module.css';

interface RowBarProps {
	readonly rowCount: number;
	/** @param row 0-based */
	readonly onGo: (row: number) => void;
	readonly onClose: () => void;
}

export function RowBar({ rowCount, onGo, onClose }: RowBarProps) {
	const [text, setText] = useState('');
	const [problem, setProblem] = useState<string | null>(null);
	const last = formatCount(rowCount);
	const go = (event: FormEvent) => {
		event.preventDefault();
		const number = readRowNumber(text);
		if (number === null) return setProblem('Enter a row number.');
		if (number < 1 || number > rowCount)
			return setProblem(rowCount === 0 ? 'There are no rows.' : `Enter a row number from 1 to ${last}.`);
		onGo(number - 1);
	};
	return (
		<Inline
			component="form"
			gap={[1, 2]}
			ruled="below"
			className={classes.bar}
			aria-label="Go to row"
			noValidate
			onSubmit={go}
		>
			<TextInput
				w="12rem"
				aria-label={rowCount === 0 ? 'Row number' : `Row number, 1 to ${last}`}
				placeholder={rowCount === 0 ? 'Row number' : `Row number (1–${last})`}
				inputMode="numeric"
				value={text}
				autoFocus
				onChange={(event) => {
					setText(event.currentTarget.value);
					setProblem(null);
				}}
				onKeyDown={(event) => {
					if (event.key === 'Escape') onClose();
				}}
			/>
			<Button type="submit" variant="default">
				Go to row
			</Button>
			<Muted numeric role="status">
				{problem}
			</Muted>
			<ActionIcon ml="auto" aria-label="Close row number field" onClick={onClose}>
				<IconX size={16} aria-hidden="true" />
			</ActionIcon>
		</Inline>
	);
}

function readRowNumber(text: string): number | null {
	const digits = text.replace(/[\s,.'_]/g, '');
	return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
