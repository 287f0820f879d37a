import type { ComponentProps, CSSProperties, ElementType } from 'react';

/** Steps of the 4 px grid, as theme.css names them. */
export type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Margins and paddings under the names that Mantine gives them. */
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

/** What a text or a part of a layout is or is not. */
const flags = [
	'mono',
	/** Digits line up. */
	'numeric',
	/** On one line, cut off with an ellipsis. */
	'clip',
	/** Long words break anywhere. */
	'breaks',
	/** Lines end where the text has them end. */
	'pre',
	/** No wider than is pleasant to read. */
	'measure',
	/** With a line's height above and below, as paragraphs in a text have. */
	'spaced',
	/** Takes the room that its siblings leave, and no more. */
	'fill',
	/** Keeps its size, however little room there is. */
	'rigid',
	/** At the far end of its line. */
	'push',
	/** With a border around it. */
	'boxed',
	/** On the surface of panels and dialogs. */
	'raised',
	/** Scrolls by itself. */
	'scroll',
] as const;

type Flags = { readonly [Flag in (typeof flags)[number]]?: boolean | undefined };

/** How a text looks, also the text in a layout. */
export interface Look extends Spaces, Flags {
	readonly tone?: 'text' | 'muted' | 'info' | 'success' | 'warning' | 'error' | undefined;
	readonly size?: 'small' | 'ui' | 'prose' | 'large' | undefined;
	readonly weight?: 'normal' | 'strong' | undefined;
	/** With a line that separates it from what is above or below. */
	readonly ruled?: 'above' | 'below' | undefined;
	readonly style?: CSSProperties | undefined;
}

/** The properties of a primitive and of the element that it draws. */
export type PropsOf<Tag extends ElementType, Own> = Own & { readonly component?: Tag } & Omit<
		ComponentProps<Tag>,
		keyof Own | 'component'
	>;

type Rest<Props> = Omit<Props, Exclude<keyof Look, 'style'>>;

export const spaceOf = (step: Space): string => (step === 0 ? '0px' : `var(--space-${step})`);

const isSide = (name: string): name is keyof typeof sides => Object.hasOwn(sides, name);

/** Replaces the look among properties by what the style sheet reads. */
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
