import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BuildRun } from '#contract/build-run.ts';
import { connect } from '../../api/http.ts';
import { fakeRun } from '../../testing/fake-run.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { BuildPanel } from './build-panel.tsx';

const going = fakeRun({ kind: 'build', state: 'running', rows: null, bytes: null, finishedAt: null });
let run: BuildRun;
let notifications: string[];
let permission: NotificationPermission;

beforeEach(() => {
	run = going;
	notifications = [];
	permission = 'granted';
	document.title = 'airport_delays · Dataset Console';
	connect({
		baseUrl: () => 'https://data.example/api/v1',
		token: () => 'token',
		onUnauthorized: () => {},
		onExchange: () => {},
	});
	vi.stubGlobal('fetch', async () => new Response(JSON.stringify(run)));
	class FakeNotification {
		static permission: NotificationPermission = 'default';
		static requestPermission = async () => {
			FakeNotification.permission = permission;
			return permission;
		};
		constructor(words: string) {
			notifications.push(words);
		}
	}
	vi.stubGlobal('Notification', FakeNotification);
	return () => vi.unstubAllGlobals();
});

const look = (hidden: boolean) => {
	vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
	document.dispatchEvent(new Event('visibilitychange'));
};

const show = () =>
	renderWithProviders(
		<MemoryRouter>
			<BuildPanel buildRunId={run.id} canCancel onDismiss={() => {}} />
		</MemoryRouter>,
	);

test('announces the end of a build in the tab title and with a notification', async () => {
	show();
	await userEvent.click(await screen.findByRole('button', { name: 'Notify me when done' }, { timeout: 6_000 }));
	expect(await screen.findByText('You’ll get a notification when the run ends.')).toBeTruthy();
	look(true);
	run = fakeRun({ kind: 'build' });
	const words = 'Succeeded: Build of demo/aviation/airport_delays, v7';
	await waitFor(() => expect(notifications).toEqual([words]), { timeout: 6_000 });
	expect(document.title).toBe(words);
	look(false);
	expect(document.title).toBe('airport_delays · Dataset Console');
}, 15_000);

test('reports blocked notifications and doesn’t offer them again', async () => {
	permission = 'denied';
	show();
	await userEvent.click(await screen.findByRole('button', { name: 'Notify me when done' }, { timeout: 6_000 }));
	expect(await screen.findByText(/tab title changes when the run ends/)).toBeTruthy();
	expect(screen.queryByRole('button', { name: 'Notify me when done' })).toBeNull();
}, 15_000);
