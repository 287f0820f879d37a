import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

test('right-aligns columns of numbers, and keeps an alignment given in the text', () => {
	const text = [
		'| airport | delay | share | flights | date | code |',
		'|---|---|---|---:|---|:--|',
		'| DFW | −12.5 min | 41 % | 1,103 | 2024-01-02 | 7 |',
		'| ORD | 3 min | – | many | 2024-01-03 | 8 |',
	].join('\n');
	render(<Markdown text={text} />);
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
