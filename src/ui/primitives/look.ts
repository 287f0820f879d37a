import type { ComponentProps, CSSProperties, ElementType } from 'react';

/** Steps of the 4 px grid, named as in theme.css. */
export type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Margins and paddings, named as in Mantine. */
const sides = {
	mt: 'marginTop',
	mb: 'marginBottom',
	my: 'marginBlock',
	ml: 'marginInlineStart',
	p: 'padding',
	pt: 'paddingTop',
	pb: 'paddingBottom',
	px: 'paddingInline',
	py: 'paddingBlock',
	pl: 'paddingInlineStart',
} as const;

type Spaces = { readonly [Side in keyof typeof sides]?: Space | undefined };

/** Boolean style flags. */
const flags = [
	'mono',
	/** Tabular digits. */
	'numeric',
	/** One line with an ellipsis. */
	'clip',
	/** Long words break anywhere. */
	'breaks',
	/** Keeps line breaks. */
	'pre',
	/** Limits the line length. */
	'measure',
	/** Paragraph spacing above and below. */
	'spaced',
	/** Takes the remaining space, and no more. */
	'fill',
	/** Keeps its size, however little room there is. */
	'rigid',
	/** Pushed to the far end of its line. */
	'push',
	/** With a border around it. */
	'boxed',
	/** Surface of panels and dialogs. */
	'raised',
	'scroll',
] as const;

type Flags = { readonly [Flag in (typeof flags)[number]]?: boolean | undefined };

/** Style of text, also within a layout. */
export interface Look extends Spaces, Flags {
	readonly tone?: 'text' | 'muted' | 'info' | 'success' | 'warning' | 'error' | undefined;
	readonly size?: 'small' | 'ui' | 'prose' | 'large' | undefined;
	readonly weight?: 'normal' | 'strong' | undefined;
	readonly ruled?: 'above' | 'below' | undefined;
	readonly style?: CSSProperties | undefined;
}

/** Props of a primitive and of its element. */
export type PropsOf<Tag extends ElementType, Own> = Own & { readonly component?: Tag } & Omit<
		ComponentProps<Tag>,
		keyof Own | 'component'
	>;

type Rest<Props> = Omit<Props, Exclude<keyof Look, 'style'>>;

export const spaceOf = (step: Space): string => (step === 0 ? '0px' : `var(--space-${step})`);

const isSide = (name: string): name is keyof typeof sides => Object.hasOwn(sides, name);

/** Converts style props to what the style sheet uses. */
export function withLook<Props extends Look>(props: Props, className: string | undefined) {
	const { tone, size, weight, ruled, ...others } = props;
	const rest: Record<string, unknown> = { ...others };
	const look: string[] = [tone, size, weight, ruled].filter((word) => word !== undefined);
	for (const flag of flags) {
		if (rest[flag] === true) look.push(flag);
		delete rest[flag];
	}
	const style: Record<string, unknown> = {};
	for (const name of Object.keys(rest).filter(isSide)) {
		if (props[name] !== undefined) style[sides[name]] = spaceOf(props[name]);
		delete rest[name];
	}
	const given = typeof rest.className === 'string' ? rest.className : '';
	return {
		...(rest as Rest<Props>),
		className: [className, given].filter(Boolean).join(' ') || undefined,
		'data-look': look.join(' ') || undefined,
		style: Object.keys(style).length === 0 ? props.style : { ...style, ...props.style },
	};
}
