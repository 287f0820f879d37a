import { formatCount } from '../../lib/format.ts';

/** A rounded percentage. 100 % only if nothing is missing, and 0 % only if nothing matches. */
export function percent(part: number, whole: number): string {
	if (whole === 0) return '0 %';
	if (part === whole) return '100 %';
	if (part === 0) return '0 %';
	const rounded = Math.round((1_000 * part) / whole) / 10;
	return `${Math.min(99.9, Math.max(0.1, rounded))} %`;
}

/** "250 m", "10 km" */
export const formatMeters = (meters: number): string =>
	meters < 1_000
		? `${formatCount(Math.round(meters * 10) / 10)} m`
		: `${formatCount(Math.round(meters / 10) / 100)} km`;
