import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { Form } from './form.tsx';

/** @param check validates the name, immediately or later */
function NameForm({ check }: { check: (name: string) => string | null | Promise<string | null> }) {
	const [name, setName] = useState('');
	const [problem, setProblem] = useState<string | null>(null);
	return (
		<Form onSubmit={() => void Promise.resolve(check(name)).then(setProblem)}>
			<TextInput label="Owner" />
			<TextInput
				label="Name"
				value={name}
				error={problem}
				onChange={(event) => {
					setName(event.currentTarget.value);
					setProblem(event.currentTarget.value === '?' ? '"?" isn’t allowed.' : null);
				}}
			/>
			<button type="submit">Create</button>
		</Form>
	);
}

const field = () => screen.getByRole('textbox', { name: 'Name' });

it.each([
	['in the form', () => 'Enter a name.'],
	['by the service, a moment later', () => new Promise<string>((resolve) => setTimeout(resolve, 20, 'Enter a name.'))],
])('focuses the first field found invalid %s and shows why', async (_, check) => {
	const user = userEvent.setup();
	renderWithProviders(<NameForm check={check} />);
	for (let time = 0; time < 2; time += 1) {
		await user.click(screen.getByRole('button', { name: 'Create' }));
		await waitFor(() => expect(document.activeElement).toBe(field()));
		expect(field().getAttribute('aria-invalid')).toBe('true');
		const alert = screen.getByRole('alert');
		expect(alert.textContent).toBe('Enter a name.');
		expect(field().getAttribute('aria-describedby')?.split(' ')).toContain(alert.id);
	}
});

it('keeps the focus in the current field when another one turns invalid', async () => {
	const user = userEvent.setup();
	renderWithProviders(<NameForm check={() => null} />);
	await user.click(screen.getByRole('button', { name: 'Create' }));
	await user.type(field(), '?');
	screen.getByRole('textbox', { name: 'Owner' }).focus();
	await user.keyboard('x');
	expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Owner' }));
});
