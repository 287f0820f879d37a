import type { CSSProperties } from 'react';

/** Props that set a profile's color as `--profile-color`. */
export const profileColor = (color: string | undefined) => ({
	'data-color': color,
	style: { '--profile-color': color && `var(--profile-${color})` } as CSSProperties,
});
