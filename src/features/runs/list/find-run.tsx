import { Button, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Form } from '../../../ui/primitives/form.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';

const noId = 'The id of a run is 36 characters long, such as 0b9f61c2-5d1e-4c07-9f0a-3a1f6c2b7d58.';
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The id in what was written: an address that ends in it does as well. */
const idIn = (text: string): string | null => uuid.exec(text)?.[0].toLowerCase() ?? null;

/** Where the service lists no runs: the outputs of one whose id is known, or how they differ from those of another. */
export function FindRun() {
	const navigate = useNavigate();
	const [text, setText] = useState('');
	const [earlier, setEarlier] = useState('');
	const [wrong, setWrong] = useState<'run' | 'earlier' | null>(null);
	const isComparison = earlier.trim() !== '';
	const submit = () => {
		const [id, before] = [idIn(text), idIn(earlier)];
		if (id === null) setWrong('run');
		else if (!isComparison) void navigate(paths.run(id));
		else if (before === null) setWrong('earlier');
		else void navigate(paths.compareRuns(id, before));
	};
	const idInput = (field: 'run' | 'earlier', value: string, onText: (text: string) => void) => ({
		w: 'min(28rem, 100%)',
		styles: { input: { fontFamily: 'var(--mono)' } },
		autoComplete: 'off',
		spellCheck: false,
		value,
		error: wrong === field && noId,
		onChange: (event: ChangeEvent<HTMLInputElement>) => {
			onText(event.currentTarget.value);
			setWrong(null);
		},
	});
	return (
		<PageFrame title="Outputs of a run" subtitle="This service doesn't list runs.">
			<Stack component={Form} gap={3} align="start" onSubmit={submit}>
				<TextInput
					label="Run id"
					description="Of a preview run, as whatever started it told you."
					{...idInput('run', text, setText)}
				/>
				<TextInput
					label="Compare with run (optional)"
					description="Of an earlier preview run of the same destination."
					{...idInput('earlier', earlier, setEarlier)}
				/>
				<Button type="submit">{isComparison ? 'Compare outputs' : 'Show outputs'}</Button>
			</Stack>
		</PageFrame>
	);
}
