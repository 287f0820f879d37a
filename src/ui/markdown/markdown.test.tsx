import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { Markdown } from './markdown.tsx';

test('right-aligns columns of numbers and keeps explicit alignment', () => {
	const text = [
		'| airport | delay | share | flights | date | code |',
		'|---|---|---|---:|---|:--|',
		'| DFW | −12.5 min | 41 % | 1,103 | 2024-01-02 | 7 |',
		'| ORD | 3 min | – | many | 2024-01-03 | 8 |',
	].join('\n');
	renderWithProviders(<Markdown text={text} />);
	const aligned = screen.getAllByRole('columnheader').map((element) => [element.textContent, element.style.textAlign]);
	expect(aligned).toEqual([
		['airport', ''],
		['delay', 'right'],
		['share', 'right'],
		['flights', 'right'],
		['date', ''],
		['code', 'left'],
	]);
	expect(screen.getByRole('cell', { name: '41 %' }).style.textAlign).toBe('right');
	expect(screen.getByRole('cell', { name: '2024-01-02' }).style.textAlign).toBe('');
});

test('highlights figures with a reason, even in tables and code, as the text grows', async () => {
	const text = 'There are **31,337** flights, `42` of them late.\n\n| n |\n|---|\n| 7 |\n\n```\n99\n```\n';
	const markOf = (figure: string) => {
		const start = text.indexOf(figure);
		return { start, end: start + figure.length, reason: 'Not found in the rows of step 1' };
	};
	const marks = ['31,337', '42', '7 |', '99'].map((figure) => markOf(figure.replace(' |', '')));
	marks[2] = { ...markOf('7 |'), end: markOf('7 |').start + 1 };
	const { rerender } = renderWithProviders(<Markdown text={text.slice(0, 20)} />);
	rerender(<Markdown text={text} marks={marks} />);
	expect(await screen.findAllByRole('cell')).toHaveLength(1);
	const words = screen.getAllByRole('mark').map((element) => element.textContent);
	expect(words).toEqual(['31,337', '42', '7'].map((figure) => `${figure} (Not found in the rows of step 1)`));
});
