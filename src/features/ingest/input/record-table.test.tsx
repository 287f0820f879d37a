import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { noRecords, type Records } from '../model.ts';
import { EditableCell, RecordTable } from './record-table.tsx';

test('reports each key press of an immediate cell', async () => {
	const user = userEvent.setup();
	const typed: string[] = [];
	renderWithProviders(<EditableCell label="level" text="1" isImmediate onChange={(text) => typed.push(text)} />);
	await user.type(screen.getByRole('textbox', { name: 'level' }), '23');
	expect(typed).toEqual(['12', '123']);
});

test('keeps a value’s line breaks when tabbing through and when editing', async () => {
	const user = userEvent.setup();
	const changes: Records[] = [];
	const records = { ...noRecords, names: ['id', 'note'], rows: [['1', 'gate 4\r\nno bus']] };
	renderWithProviders(<RecordTable records={records} onChange={(changed) => changes.push(changed)} />);
	const note = screen.getByRole('textbox', { name: 'note of record 1' });
	await user.click(note);
	await user.tab();
	expect(changes).toEqual([]);
	await user.click(note);
	await user.keyboard('{Control>}{End}{/Control}, walk');
	await user.tab();
	expect(changes.map(({ rows }) => rows)).toEqual([[['1', 'gate 4\r\nno bus, walk']]]);
});
