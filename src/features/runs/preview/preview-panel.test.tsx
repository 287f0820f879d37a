import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BuildRun } from '#contract/build-run.ts';
import { connect } from '../../../api/http.ts';
import { fakeRun } from '../../../testing/fake-run.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { startScratchMutation } from '../mutations.ts';
import { PreviewPanel } from './preview-panel.tsx';

const base = 'https://data.example/api/v1';
const extension = (name: string) => ({ 'x-console-extension': name });
const description = {
	openapi: '3.1.0',
	paths: {
		'/build-runs': { get: extension('runs/1') },
		'/build-runs/{buildRunId}': { get: extension('runs/1'), delete: extension('runs/1') },
		'/build-runs/{buildRunId}/log': { get: extension('runs/1') },
	},
};

type Answer = { status?: number; body: unknown };
let answers: Record<string, Answer | (() => Answer | Promise<Answer>)>;
let requests: string[];

beforeEach(() => {
	requests = [];
	answers = { 'GET /openapi.json': { body: description } };
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		const name = `${init.method} ${new URL(url).pathname.replace('/api/v1', '')}`;
		requests.push(name);
		const found = answers[name];
		if (found === undefined) throw new Error(`unexpected request ${name}`);
		const { status = 200, body } = typeof found === 'function' ? await found() : found;
		return new Response(JSON.stringify(body), { status });
	});
	return () => vi.unstubAllGlobals();
});

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const { definition } = fakeRun();

function serve(run: BuildRun, outputs: Answer | (() => Answer) = { body: { items: [] } }) {
	answers[`GET /build-runs/${run.id}`] = { body: run };
	answers[`GET /build-runs/${run.id}/outputs`] = outputs;
}

const show = (props: Partial<Parameters<typeof PreviewPanel>[0]> = {}) =>
	renderWithProviders(
		<MemoryRouter>
			<PreviewPanel latestRunId={id(1)} definition={definition} {...props} />
		</MemoryRouter>,
	);

test('shows the version the output is based on', async () => {
	serve(fakeRun({ id: id(1), draft: true, version: 7 }));
	show();
	const line = await screen.findByText('draft of v7');
	expect(line.parentElement?.textContent).toBe('41 msdraft of v7');
	expect(screen.getByText('Succeeded')).toBeTruthy();
	expect(screen.queryByText('Changed since preview')).toBeNull();
});

test('shows when the code has changed since the preview', async () => {
	serve(fakeRun({ id: id(1) }));
	show({ definition: { ...definition, code: { payload: 'select 2' } } });
	expect(await screen.findByTitle('The code or its sources have changed since this preview')).toBeTruthy();
});

test('shows a failure with its location and keeps older outputs, marked as older', async () => {
	const user = userEvent.setup();
	const error = { code: 'SQL_ERROR', message: 'avgg does not exist', line: 3, column: 9 };
	serve(fakeRun({ id: id(1), state: 'failed', error, rows: null, createdAt: '2026-01-01T00:05:00.000Z' }));
	const older = fakeRun({ id: id(2), version: 3 });
	serve(older);
	answers['GET /build-runs'] = { body: { items: [older] } };
	const onRunError = vi.fn();
	show({ onRunError });
	const alert = await screen.findByRole('alert');
	expect(alert.textContent).toContain('This preview failed at line 3, column 9');
	expect(alert.textContent).toContain('avgg does not exist');
	await user.click(screen.getByRole('button', { name: 'Go to line 3' }));
	expect(onRunError).toHaveBeenCalledWith(expect.objectContaining({ line: 3, column: 9 }));
	expect((await screen.findByText(/From an older preview/)).textContent).toMatch(/\(v3, .+\)/);
	await waitFor(() => expect(requests).toContain(`GET /build-runs/${id(2)}/outputs`));
	expect(requests).not.toContain(`GET /build-runs/${id(1)}/outputs`);
});

test('cancels a running preview once', async () => {
	const user = userEvent.setup();
	const running = fakeRun({ id: id(1), state: 'running', buildSpecId: null, finishedAt: null, rows: null });
	serve(running);
	answers[`DELETE /build-runs/${id(1)}`] = () => {
		serve({ ...running, state: 'cancelled' });
		return { body: { ...running, state: 'cancelled' } };
	};
	show();
	await user.click(await screen.findByRole('button', { name: 'Cancel preview' }));
	expect(await screen.findByText('This preview was canceled')).toBeTruthy();
	expect(screen.queryByRole('button', { name: 'Cancel preview' })).toBeNull();
	expect(requests.filter((value) => value.startsWith('DELETE'))).toHaveLength(1);
});

test('waits for outputs when the service keeps no run records', async () => {
	answers['GET /openapi.json'] = { status: 404, body: { error_code: 'NOT_FOUND', message: 'no' } };
	let ready = false;
	serve(fakeRun({ id: id(1) }), () =>
		ready
			? { body: { items: [] } }
			: { status: 409, body: { error_code: 'OUTPUTS_NOT_READY', message: 'The outputs are not there yet.' } },
	);
	show();
	expect(await screen.findByText('No outputs yet')).toBeTruthy();
	ready = true;
	expect(await screen.findByText('This preview has no outputs', {}, { timeout: 5_000 })).toBeTruthy();
});

interface Starter {
	start: () => void;
}

/** Shows the latest preview, with a button to start another. */
function Bench({ starter }: { starter: Starter }) {
	const scratch = useMutation(startScratchMutation());
	starter.start = () => scratch.mutate({ definition, at: Date.now(), before: id(1) });
	return <PreviewPanel latestRunId={scratch.data?.id ?? id(1)} definition={definition} />;
}

test('keeps the focus on the tabs when another preview starts', async () => {
	const user = userEvent.setup();
	serve(fakeRun({ id: id(1), buildSpecId: null }));
	const next = fakeRun({
		id: id(2),
		buildSpecId: null,
		state: 'queued',
		startedAt: null,
		finishedAt: null,
		rows: null,
	});
	answers['POST /preview-runs'] = { status: 202, body: next };
	let answerRecord = (_: Answer) => {};
	const record = new Promise<Answer>((resolve) => {
		answerRecord = resolve;
	});
	answers[`GET /build-runs/${id(2)}`] = () => record;
	const starter: Starter = { start: () => {} };
	renderWithProviders(
		<MemoryRouter>
			<Bench starter={starter} />
		</MemoryRouter>,
	);
	await user.click(await screen.findByRole('tab', { name: 'Profile' }));
	const tab = screen.getByRole('tab', { name: 'Profile' });
	expect(document.activeElement).toBe(tab);
	act(() => starter.start());
	expect(await screen.findByText('Queued')).toBeTruthy();
	expect(document.activeElement).toBe(tab);
	answerRecord({ body: { ...next, state: 'running' } });
	expect(await screen.findByText('Running')).toBeTruthy();
	expect(document.activeElement).toBe(tab);
});

test('explains previews before the first one', () => {
	show({ latestRunId: null });
	expect(screen.getByRole('heading', { name: 'No preview yet' })).toBeTruthy();
});
