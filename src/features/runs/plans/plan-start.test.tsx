import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BuildPlan } from '#contract/build-plan.ts';
import { connect } from '../../../api/http.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { usePlanStart } from './plan-start.ts';

const base = 'https://data.example/api/v1';
const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const planOf = (id: string, buildSpecIds: readonly string[]): BuildPlan => ({
	...{ id, state: 'running', createdAt: '2026-01-01T00:00:00.000Z', finishedAt: null, by: 'demo', leftOut: [] },
	steps: buildSpecIds.map((buildSpecId) => ({
		...{ buildSpecId, version: null, needs: [], state: 'waiting', runId: null, rows: null, message: null },
		...{ startedAt: null, finishedAt: null, destination: { owner: 'demo', namespace: 'a', datasetName: buildSpecId } },
	})),
});

let plans: BuildPlan[];
let sent: number;
let isSignedOut: boolean;
/** Runs when a start's response is lost. */
let onStart: () => void;

beforeEach(() => {
	plans = [planOf('earlier', ids)];
	sent = 0;
	isSignedOut = false;
	onStart = () => {};
	vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
		if (method === 'GET' && isSignedOut)
			return Response.json({ error_code: 'UNAUTHORIZED', message: '' }, { status: 401 });
		if (method === 'GET') return Response.json({ items: plans });
		sent += 1;
		onStart();
		throw new TypeError('The connection was lost');
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'demo' },
	});
	return () => vi.unstubAllGlobals();
});

const specs = ids.map((id) => ({ id, version: 1 }));

function Start() {
	const { start, error } = usePlanStart();
	const { pathname } = useLocation();
	return (
		<>
			<button type="button" onClick={() => start(specs)}>
				Build
			</button>
			<button type="button" onClick={() => start(specs.slice(1))}>
				Build fewer
			</button>
			<p role="status">{error === null ? pathname : error.message}</p>
		</>
	);
}

const render = () =>
	renderWithProviders(
		<MemoryRouter>
			<Start />
		</MemoryRouter>,
		createQueryClient(),
	);
const build = async (name = 'Build') => await userEvent.click(screen.getByRole('button', { name }));

test('opens the plan whose response was lost and starts no second one', async () => {
	onStart = () => plans.unshift(planOf('of another tab', [ids[0] ?? '', 'else']), planOf('this', ids));
	render();
	await build();
	expect(await screen.findByText(/this$/)).toBeTruthy();
	expect(sent).toBe(1);
});

test('reports that nothing was started if no plan is found, and starts on retry', async () => {
	render();
	await build();
	expect(await screen.findByText(/nothing was started/)).toBeTruthy();
	onStart = () => plans.unshift(planOf('second', ids));
	await build();
	expect(await screen.findByText(/second$/)).toBeTruthy();
	expect(sent).toBe(2);
});

test('looks up the lost request before starting a changed selection', async () => {
	onStart = () => {
		plans.unshift(planOf('first', ids));
		isSignedOut = true;
	};
	render();
	await build();
	expect(await screen.findByText(/it’s unknown whether/)).toBeTruthy();
	isSignedOut = false;
	await build('Build fewer');
	expect(await screen.findByText(/first$/)).toBeTruthy();
	expect(sent).toBe(1);
});
