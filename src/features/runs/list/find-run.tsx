import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Form } from '../../../ui/primitives/form.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';

const noId = 'Enter a 36-character run ID, such as 0b9f61c2-5d1e-4c07-9f0a-3a1f6c2b7d58.';
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The id in a text, such as a URL that ends in it. */
const idIn = (text: string): string | null => uuid.exec(text)?.[0].toLowerCase() ?? null;

/** For services that don't list runs: opens the outputs of a run by id, or compares two. */
export function FindRun() {
	const navigate = useNavigate();
	const form = useForm({
		initialValues: { run: '', earlier: '' },
		validate: {
			run: (text) => idIn(text) === null && noId,
			earlier: (text) => text.trim() !== '' && idIn(text) === null && noId,
		},
		transformValues: ({ run, earlier }) => ({ run: idIn(run) ?? '', earlier: idIn(earlier) }),
	});
	const submit = form.onSubmit(
		({ run, earlier }) => void navigate(earlier === null ? paths.run(run) : paths.compareRuns(run, earlier)),
	);
	const idInput = (field: 'run' | 'earlier') => ({
		w: 'min(28rem, 100%)',
		styles: { input: { fontFamily: 'var(--mono)' } },
		autoComplete: 'off',
		spellCheck: false,
		...form.getInputProps(field),
	});
	return (
		<PageFrame title="Outputs by run ID" subtitle="This service doesn’t list runs.">
			<Stack component={Form} gap={3} align="start" onSubmit={submit}>
				<TextInput
					label="Run ID"
					description="The ID of a preview run, from the tool that started it."
					{...idInput('run')}
				/>
				<TextInput
					label="Compare with run (optional)"
					description="The ID of an earlier preview run with the same destination."
					{...idInput('earlier')}
				/>
				<Button type="submit">{form.values.earlier.trim() !== '' ? 'Compare outputs' : 'Show outputs'}</Button>
			</Stack>
		</PageFrame>
	);
}
