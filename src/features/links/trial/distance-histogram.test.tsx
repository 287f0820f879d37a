import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { DistanceHistogram } from './distance-histogram.tsx';

const distances = {
	within: [
		{ meters: 1_000, rows: 2 },
		{ meters: 10_000, rows: 39 },
		{ meters: 25_000, rows: 50 },
	],
	farther: 0,
	points: [],
};

function Histogram() {
	const [meters, setMeters] = useState(10_000);
	return <DistanceHistogram distances={distances} meters={meters} matched={null} onChange={setMeters} />;
}

test('moves the distance by keyboard and updates the number of rows within it', async () => {
	const user = userEvent.setup();
	renderWithProviders(<Histogram />);
	const slider = screen.getByRole('slider', { name: 'Maximum match distance' });
	expect(slider.getAttribute('aria-valuetext')).toBe('10 km: 39 of 50 rows, 78 %');
	await user.tab();
	expect(document.activeElement).toBe(slider);
	await user.keyboard('{PageUp}');
	expect(slider.getAttribute('aria-valuetext')).toBe('25 km: 50 of 50 rows, 100 %');
	await user.keyboard('{ArrowLeft}');
	expect(slider.getAttribute('aria-valuetext')).toBe('22 km: counting…');
	await user.keyboard('{Home}');
	expect(slider.getAttribute('aria-valuenow')).toBe('200');
	await user.keyboard('{End}{ArrowRight}');
	expect(slider.getAttribute('aria-valuenow')).toBe('25000');
});
