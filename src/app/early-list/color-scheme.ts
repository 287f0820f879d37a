import { readText } from '../../storage/web-storage.ts';

/** Where the chosen color scheme is stored: `light`, `dark` or `auto`. */
export const colorSchemeKey = 'dataset-console/color-scheme';

/** Sets the page's color scheme before Mantine does. */
export function setColorScheme(): void {
	const chosen = readText('local', colorSchemeKey);
	const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
	document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
}
