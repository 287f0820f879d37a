import { type CSSVariablesResolver, createTheme, defaultOptionsFilter, type MantineColorsTuple } from '@mantine/core';

const gray: MantineColorsTuple = [
	'#f7f8f9',
	'#f0f1f3',
	'#e6e8eb',
	'#d8dbdf',
	'#bfc4ca',
	'#9aa1a9',
	'#676e77',
	'#4b5159',
	'#2f343a',
	'#1a1d21',
];

const dark: MantineColorsTuple = [
	'#dfe2e6',
	'#c3c8ce',
	'#a0a7b0',
	'#8d949d',
	'#3d434b',
	'#2c3137',
	'#22262b',
	'#17191d',
	'#121417',
	'#0c0d0f',
];

const accent: MantineColorsTuple = [
	'#eef0fd',
	'#dce0fa',
	'#bcc4f6',
	'#9fabf5',
	'#8794f0',
	'#6473e3',
	'#4c5bd0',
	'#3f4cb4',
	'#343f95',
	'#2a3275',
];

const red: MantineColorsTuple = [
	'#fdecea',
	'#f9d3cf',
	'#f6b0aa',
	'#f38f86',
	'#ff9b92',
	'#d64a3f',
	'#c0352b',
	'#a52b22',
	'#8a241d',
	'#6e1d17',
];

/** Duration of all transitions, ms. */
const motion = { duration: 100 } as const;

/** A dialog's header isn't the page's banner. */
const noBanner = { header: { role: 'presentation' } };

/** The list itself scrolls (theme.css), following the arrow keys of its field: a scroll area around it would need the focus. */
const optionsScroll = { withScrollArea: false } as const;

/**
 * If the field contains an option, as when just opened, lists that option, then all others. An option ending with "/" is
 * incomplete.
 */
const filter = ({ search, ...given }: Parameters<typeof defaultOptionsFilter>[0]) => {
	const isChosen = (option: object) => 'value' in option && option.value === search;
	const chosen = search.endsWith('/') ? [] : given.options.filter(isChosen);
	const found = defaultOptionsFilter({ ...given, search: chosen.length > 0 ? '' : search });
	return [...chosen, ...found.filter((option) => !chosen.includes(option))];
};

/** Mantine's components in this product's dimensions; CSS-only rules are in theme.css. */
export const theme = createTheme({
	colors: { gray, dark, accent, red },
	primaryColor: 'accent',
	primaryShade: { light: 6, dark: 6 },
	fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
	fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
	fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
	lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
	spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
	radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
	defaultRadius: 'sm',
	headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.3' } } },
	respectReducedMotion: true,
	cursorType: 'pointer',
	activeClassName: '',
	// Components by name: importing them here would add all of them to the entry chunk.
	components: {
		ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
		Button: { defaultProps: { size: 'sm' } },
		// A field may already have the focus when it becomes invalid.
		InputError: { defaultProps: { role: 'alert' } },
		Autocomplete: { defaultProps: { ...optionsScroll, filter } },
		Select: { defaultProps: optionsScroll },
		ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
		// Menus may only contain items.
		Menu: { defaultProps: { transitionProps: motion, shadow: 'md', withInitialFocusPlaceholder: false } },
		Popover: { defaultProps: { transitionProps: motion, shadow: 'md' } },
		Drawer: { defaultProps: { transitionProps: motion, attributes: noBanner } },
		Modal: {
			defaultProps: {
				transitionProps: { ...motion, transition: 'fade' },
				centered: true,
				attributes: noBanner,
				closeButtonProps: { 'aria-label': 'Close' },
			},
		},
	},
});

/** Mantine's variables where its defaults lack contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
	variables: {},
	light: {
		'--mantine-color-body': '#ffffff',
		'--mantine-color-text': gray[9],
		'--mantine-color-dimmed': '#5b626a',
		'--mantine-color-placeholder': gray[6],
		'--mantine-color-error': '#b3261e',
		'--mantine-color-anchor': accent[6],
		'--mantine-color-default': '#ffffff',
		'--mantine-color-default-hover': gray[1],
		'--mantine-color-default-border': '#7c838b',
		'--mantine-color-disabled': gray[1],
		'--mantine-color-disabled-color': '#636a73',
		'--mantine-color-disabled-border': gray[3],
	},
	dark: {
		'--mantine-color-body': dark[7],
		'--mantine-color-text': dark[0],
		'--mantine-color-dimmed': dark[2],
		'--mantine-color-placeholder': dark[3],
		'--mantine-color-error': '#ff9b92',
		'--mantine-color-anchor': accent[3],
		'--mantine-color-default': '#1d2025',
		'--mantine-color-default-hover': dark[5],
		'--mantine-color-default-border': '#6a727c',
		'--mantine-color-disabled': dark[6],
		'--mantine-color-disabled-color': '#949ba4',
		'--mantine-color-disabled-border': dark[4],
	},
});
