import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { connect } from '../../../api/http.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { readDraft, storeDraft } from '../../../storage/drafts.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { RenameCodeOffer } from './rename-code-offer.tsx';

const base = 'https://data.example/api/v1';
const scope = { service: base, user: 'demo' };
const at = (datasetName: string) => ({ owner: 'demo', namespace: 'earth', datasetName });
const spec: BuildSpec = {
	id: '00000000-0000-4000-8000-000000000001',
	owner: 'demo',
	version: 2,
	sources: [at('quakes')],
	destination: at('daily'),
	code: { payload: 'from nature.quakes' },
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
};

/** Runs while the BuildSpec is loading after the click, like another tab. */
let meanwhile: () => void;

beforeEach(() => {
	meanwhile = () => {};
	vi.stubGlobal('fetch', async (address: string) => {
		if (address.endsWith('/build-specs')) return Response.json({ items: [spec] });
		// Prevents loading the diff editor.
		if (!address.startsWith(base)) throw new TypeError('No network');
		meanwhile();
		return Response.json(spec, { headers: { ETag: '"2"' } });
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'demo' },
	});
	localStorage.clear();
	return () => vi.unstubAllGlobals();
});

const type = (payload: string) => {
	const text = { sources: ['demo/earth/quakes'], destination: 'demo/earth/daily', payload };
	act(() => void storeDraft(scope, spec.id, { text, baseVersion: 2, baseEtag: '"2"', at: Date.now() }));
};
const keptText = () => {
	const found = readDraft(scope, spec.id);
	return found.kind === 'draft' ? found.draft.text.payload : found;
};
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));

async function open() {
	const rename = { service: base, owner: 'demo', from: 'nature', to: 'earth' };
	renderWithProviders(
		<MemoryRouter>
			<RenameCodeOffer rename={rename} />
		</MemoryRouter>,
		createQueryClient(),
	);
	await press('Show change');
}

test('applies the change to a draft typed after the offer, without replacing it', async () => {
	await open();
	type('from earth.quakes -- changed by hand');
	expect(await screen.findByText('has a draft that doesn’t contain the old name.')).toBeTruthy();
	type('from nature.quakes -- typed since');
	meanwhile = () => type('from nature.quakes -- typed last');
	await press('Save as draft');
	expect(await screen.findByText(/The code changed in the meantime/)).toBeTruthy();
	expect(keptText()).toBe('from nature.quakes -- typed last');
	meanwhile = () => {};
	await press('Save as draft');
	expect(await screen.findByText('Saved as draft')).toBeTruthy();
	expect(keptText()).toBe('from earth.quakes -- typed last');
});

test('keeps an unreadable draft', async () => {
	await open();
	type('from nature.quakes');
	const key = Object.keys(localStorage).find((key) => key.endsWith(spec.id)) ?? '';
	localStorage.setItem(key, '{"text":');
	await press('Save as draft');
	expect(await screen.findByText(/draft that can’t be read/)).toBeTruthy();
	expect(readDraft(scope, spec.id)).toEqual({ kind: 'unreadable', raw: '{"text":' });
});
