import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../routing/paths.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import classes from './find-run.module.css';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Where the service lists no runs: the outputs of one whose id is known. */
export function FindRun() {
	const navigate = useNavigate();
	const [text, setText] = useState('');
	const [problem, setProblem] = useState<string | null>(null);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		// An address that ends in the id does as well.
		const id = uuid.exec(text)?.[0];
		if (id === undefined)
			setProblem('The id of a run is 36 characters long, such as 0b9f61c2-5d1e-4c07-9f0a-3a1f6c2b7d58.');
		else void navigate(paths.run(id.toLowerCase()));
	};
	return (
		<PageFrame title="Outputs of a run" subtitle="This service keeps no list of runs.">
			<form className={classes.form} onSubmit={submit} noValidate>
				<TextInput
					className={classes.id}
					label="Run id"
					description="Of a preview run, as whatever started it told you."
					autoComplete="off"
					spellCheck={false}
					value={text}
					error={problem}
					onChange={(event) => {
						setText(event.currentTarget.value);
						setProblem(null);
					}}
				/>
				<Button type="submit">Show outputs</Button>
			</form>
		</PageFrame>
	);
}
