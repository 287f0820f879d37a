import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useParams } from 'react-router';
import { expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { useSessionStore } from '../session/model.ts';
import { TokenIdForm } from './token-id-form.tsx';

const Page = () => <h1>Token {useParams().tokenId}</h1>;

test('accepts any ID but not the token itself', async () => {
	const user = userEvent.setup();
	const session = { baseUrl: 'https://data.example/api/v1', serviceName: 'Test', keep: false, expiresAt: null };
	useSessionStore.setState({ session: { ...session, token: 'opaque-secret', username: 'ann' } });
	renderWithProviders(
		<MemoryRouter>
			<Routes>
				<Route path="/" element={<TokenIdForm />} />
				<Route path="/access/tokens/:tokenId" element={<Page />} />
			</Routes>
		</MemoryRouter>,
	);
	const field = screen.getByLabelText('Token ID');
	const refused = [
		['opaque-secret', 'That’s the token itself. Enter its ID instead.'],
		['Bearer abc', 'That’s the token itself. Enter its ID instead.'],
		['eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIxIn0.c2ln', 'That’s the token itself. Enter its ID instead.'],
		['..', '".." isn’t a valid token ID. Check the ID.'],
		[' ', 'Enter a token ID.'],
	] as const;
	const enter = async (text: string) => {
		await user.clear(field);
		await user.paste(text);
		await user.keyboard('{Enter}');
	};
	for (const [text, words] of refused) {
		await enter(text);
		expect(screen.getByText(words)).toBeTruthy();
	}
	await enter(' prod/key.7 ');
	expect(await screen.findByRole('heading', { name: 'Token prod/key.7' })).toBeTruthy();
});
