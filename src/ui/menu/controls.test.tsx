import { IconTrash } from '@tabler/icons-react';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { PageFrame } from '../layout/page-frame.tsx';
import { type ErrorFacts, ErrorPanel } from '../states/error-panel.tsx';
import { RelativeTime } from '../text/relative-time.tsx';
import { MenuButton } from './menu-button.tsx';
import { PopoverButton } from './popover-button.tsx';

const failure: ErrorFacts = {
	message: 'The BuildSpec was changed.',
	code: 'VERSION_CONFLICT',
	requestId: 'r-1',
	subErrors: [{ code: 'NOT_FOUND', path: 'sources.0', message: 'Unknown dataset.' }],
	operation: 'updateBuildSpec',
};

it('shows the details of a failure and copies them', async () => {
	const user = userEvent.setup();
	const retry = vi.fn();
	renderWithProviders(<ErrorPanel title="Not saved" error={failure} onRetry={retry} />);
	expect(screen.getByRole('alert').textContent).toMatch(
		/Not saved.*was changed.*Unknown dataset.*VERSION_CONFLICT.*r-1/,
	);
	await user.click(await screen.findByRole('button', { name: 'Copy details' }));
	const copied = await navigator.clipboard.readText();
	for (const fact of ['Not saved', 'VERSION_CONFLICT', 'r-1', 'sources.0', 'updateBuildSpec'])
		expect(copied).toContain(fact);
	expect(await screen.findByText('Copied')).toBeTruthy();
	await user.click(screen.getByRole('button', { name: 'Try again' }));
	expect(retry).toHaveBeenCalledOnce();
});

function Asking({ onConfirm }: { onConfirm: () => void }) {
	const [opened, setOpened] = useState(false);
	return (
		<>
			<button type="button" onClick={() => setOpened(true)}>
				Delete
			</button>
			<ConfirmDialog
				opened={opened}
				onClose={() => setOpened(false)}
				title="Delete it?"
				confirmLabel="Delete it"
				tone="danger"
				onConfirm={onConfirm}
			>
				It goes.
			</ConfirmDialog>
		</>
	);
}

it('focuses Cancel when a confirmation opens', async () => {
	const user = userEvent.setup();
	const confirm = vi.fn();
	renderWithProviders(<Asking onConfirm={confirm} />);
	await user.click(screen.getByRole('button', { name: 'Delete' }));
	const cancel = await screen.findByRole('button', { name: 'Cancel' });
	await vi.waitFor(() => expect(document.activeElement).toBe(cancel));
	await user.keyboard('{Escape}');
	await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	expect(confirm).not.toHaveBeenCalled();
});

it('restores the focus when closed, even the first time', async () => {
	const user = userEvent.setup();
	renderWithProviders(<Asking onConfirm={() => {}} />);
	for (let time = 0; time < 2; time += 1) {
		await user.click(screen.getByRole('button', { name: 'Delete' }));
		await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
		await user.keyboard('{Enter}');
		await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' })));
	}
});

function Menu() {
	const [opened, setOpened] = useState(false);
	return (
		<>
			<MenuButton
				label="More"
				icon={null}
				entries={[{ label: 'Delete…', icon: IconTrash, onClick: () => setOpened(true) }]}
			/>
			<ConfirmDialog
				opened={opened}
				onClose={() => setOpened(false)}
				title="Delete it?"
				confirmLabel="Delete it"
				onConfirm={() => {}}
			>
				It goes.
			</ConfirmDialog>
		</>
	);
}

it('returns the focus to the button of the menu it was opened from', async () => {
	const user = userEvent.setup();
	renderWithProviders(<Menu />);
	const button = screen.getByRole('button', { name: 'More' });
	await user.click(button);
	await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
	await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
	await user.keyboard('{Enter}');
	await waitFor(() => expect(document.activeElement).toBe(button));
});

it.each([
	['menu', <MenuButton key="menu" label="Open" icon={null} entries={[{ label: 'Delete…', icon: IconTrash }]} />],
	[
		'dialog',
		<PopoverButton key="panel" face="Open" panelLabel="Account" position="bottom-end" width={200}>
			<button type="button">Sign out</button>
		</PopoverButton>,
	],
])('restores the focus when Escape closes a %s, even the first time', async (role, element) => {
	const user = userEvent.setup();
	renderWithProviders(element);
	const button = screen.getByRole('button', { name: 'Open' });
	for (let time = 0; time < 2; time += 1) {
		button.focus();
		await user.keyboard('{Enter}');
		const opened = await screen.findByRole(role);
		await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true));
		await user.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
		await waitFor(() => expect(document.activeElement).toBe(button));
	}
});

it('shows an invalid time as received', () => {
	renderWithProviders(<RelativeTime iso="last Tuesday" />);
	expect(screen.getByText('last Tuesday')).toBeTruthy();
});

it('keeps the ISO time with the relative one', () => {
	renderWithProviders(<RelativeTime iso="2020-01-02T03:04:05.000Z" />);
	expect(document.querySelector('time')?.getAttribute('datetime')).toBe('2020-01-02T03:04:05.000Z');
});

it('shows the exact time on hover', () => {
	renderWithProviders(<RelativeTime iso="2020-01-02T12:04:05.000Z" />);
	const time = screen.getByText('Jan 2, 2020');
	fireEvent.pointerEnter(time);
	expect(time.title).toContain('January 2, 2020 at ');
});

it('sets the window title to the page title', () => {
	renderWithProviders(<PageFrame title="Runs" count={1200} />);
	expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Runs 1,200');
	expect(document.title).toBe('Runs · Dataset Console');
});
