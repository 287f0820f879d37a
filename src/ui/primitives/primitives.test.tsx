import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { FormDialog } from './form-dialog.tsx';
import { Inline } from './layout.tsx';
import { Property, PropertyList } from './property-list.tsx';
import { SearchChoice } from './search-choice.tsx';
import { Muted, Text } from './text.tsx';

test("sets a text's look and keeps its class, style and other properties", () => {
	render(
		<Text mono breaks={false} size="small" mt={2} className="own" style={{ width: 5 }} title="here">
			words
		</Text>,
	);
	const text = screen.getByText('words');
	expect(text.tagName).toBe('SPAN');
	expect(text).toMatchObject({ title: 'here', dataset: { look: 'small mono' } });
	expect(text.className).toMatch(/ own$/);
	expect(text.style).toMatchObject({ width: '5px', marginTop: 'var(--space-2)' });
	expect(text.getAttributeNames().sort()).toEqual(['class', 'data-look', 'style', 'title']);
});

test('renders as another element or component', () => {
	render(
		<MemoryRouter>
			<Muted component="p">aside</Muted>
			<Text component={Link} to="/runs" mono>
				Runs
			</Text>
		</MemoryRouter>,
	);
	expect(screen.getByText('aside')).toMatchObject({ tagName: 'P', dataset: { look: 'muted' } });
	expect(screen.getByRole('link', { name: 'Runs' }).getAttribute('href')).toBe('/runs');
});

test('keeps the gap of a nested layout separate', () => {
	render(
		<Inline gap={[1, 3]}>
			<Inline>inside</Inline>
		</Inline>,
	);
	const inside = screen.getByText('inside');
	expect(inside.style.getPropertyValue('--gap')).toBe('0px');
	expect(inside.parentElement?.style.getPropertyValue('--gap')).toBe('var(--space-1) var(--space-3)');
});

test('renders a property as a term with its value', () => {
	render(
		<PropertyList>
			<Property name="Rows">20,000</Property>
		</PropertyList>,
	);
	expect(screen.getByRole('term').textContent).toBe('Rows');
	expect(screen.getByRole('definition').textContent).toBe('20,000');
});

test('submits a form dialog by button and Enter, and keeps it open while pending', async () => {
	const onSubmit = vi.fn();
	const onClose = vi.fn();
	const dialog = (pending: boolean) => (
		<MantineProvider>
			<FormDialog
				title="Create a thing"
				submitLabel="Create thing"
				pending={pending}
				onSubmit={onSubmit}
				onClose={onClose}
			>
				<input aria-label="Name" />
			</FormDialog>
		</MantineProvider>
	);
	const { rerender } = render(dialog(false));
	await userEvent.click(await screen.findByRole('button', { name: 'Create thing' }));
	await userEvent.type(screen.getByLabelText('Name'), 'x{Enter}');
	expect(onSubmit).toHaveBeenCalledTimes(2);
	rerender(dialog(true));
	await userEvent.keyboard('{Escape}');
	expect(onClose).not.toHaveBeenCalled();
	rerender(dialog(false));
	await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
	expect(onClose).toHaveBeenCalledOnce();
});

test('renders the options of a large choice only when opened, and accepts a typed one', async () => {
	const onChange = vi.fn<(value: string) => void>();
	const zones = Array.from({ length: 60 }, (_, index) => `Zone ${index}`);
	render(
		<MantineProvider>
			<SearchChoice label="Time zone" value="Zone 7" onChange={onChange} data={zones} />
		</MantineProvider>,
	);
	expect(screen.queryAllByRole('option', { hidden: true })).toHaveLength(0);
	const field = screen.getByRole('combobox', { name: 'Time zone' });
	expect(field.getAttribute('value')).toBe('Zone 7');
	await userEvent.click(field);
	expect(await screen.findAllByRole('option', { hidden: true })).toHaveLength(60);
	await userEvent.clear(field);
	await userEvent.type(field, 'Zone 39{Enter}');
	expect(onChange.mock.lastCall).toEqual(['Zone 39']);
});
