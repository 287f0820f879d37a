import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { memorySource, type OpenedFile } from '../../../rows/index.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { FileContent } from './file-content.tsx';

beforeEach(() => {
	const session = {
		baseUrl: 'https://service.example/api/v1',
		serviceName: 'Service',
		token: 'token',
		username: 'demo',
		expiresAt: null,
		keep: false,
	};
	useSessionStore.setState({ session });
});

const content = { format: 'CSV, comma', extension: 'csv', remarks: [], rivals: [] };
const source = memorySource([{ name: 'a', type: 'text', kind: 'text' }], [['1']]);

function show(file: Partial<OpenedFile>) {
	const onReadAs = vi.fn();
	const whole: OpenedFile = { content, bytes: 1, source: null, excerpt: null, close: () => {}, ...file };
	renderWithProviders(
		<MemoryRouter>
			<FileContent file={whole} name="delays" dataset="demo/aviation/delays" onReadAs={onReadAs} />
		</MemoryRouter>,
	);
	return onReadAs;
}

test('shows only the grid without remarks', () => {
	show({ source });
	expect(screen.getByRole('grid', { name: 'Rows of delays' })).toBeTruthy();
	expect(screen.queryByText(/Showing/)).toBeNull();
});

test('shows every remark', () => {
	const remarks = [
		{ tone: 'warning', text: 'Row 2 is short.' },
		{ tone: 'info', text: '1 blank line skipped.' },
		{ tone: 'warning', text: 'The text is not UTF-8.' },
	] as const;
	show({ source, content: { ...content, remarks } });
	for (const { text } of remarks) expect(screen.getByText(text)).toBeTruthy();
});

test('offers other delimiters when the detection is uncertain', async () => {
	const onReadAs = show({ source, content: { ...content, rivals: [{ delimiter: ';' }, { delimiter: null }] } });
	await userEvent.click(screen.getByRole('button', { name: 'Semicolon' }));
	await userEvent.click(screen.getByRole('button', { name: 'No delimiter, one value per line' }));
	expect(onReadAs.mock.calls).toEqual([[{ delimiter: ';' }], [{ delimiter: null }]]);
});

test('shows the beginning of a file without rows as plain text', () => {
	show({ excerpt: { kind: 'text', text: '<img src=x onerror=alert(1)>', cut: true } });
	expect(screen.getByRole('region', { name: 'Start of delays' }).textContent).toBe('<img src=x onerror=alert(1)>');
	expect(screen.getByText(/Download the file to see everything/)).toBeTruthy();
	expect(document.querySelector('img')).toBeNull();
});

test('shows that a file is empty', () => {
	show({ content: { ...content, format: 'Empty file' } });
	expect(screen.getByRole('heading', { name: 'This output is empty (0 bytes)' })).toBeTruthy();
});
