import type { CSSProperties } from 'react';

/** Properties of an element that has the color of a profile, in it as `--profile-color`. */
export const profileColor = (color: string | undefined) => ({
	'data-color': color,
	style: { '--profile-color': color && `var(--profile-${color})` } as CSSProperties,
});
