import type { ComponentProps, ElementType } from 'react';

/** How a text looks, also the text in a layout. */
export interface Look {
	readonly tone?: 'text' | 'muted' | 'info' | 'success' | 'warning' | 'error' | undefined;
	readonly size?: 'small' | 'ui' | 'prose' | 'large' | undefined;
	readonly weight?: 'normal' | 'strong' | undefined;
	readonly mono?: boolean | undefined;
	/** Digits line up. */
	readonly numeric?: boolean | undefined;
	/** On one line, cut off with an ellipsis. */
	readonly clip?: boolean | undefined;
	/** Long words break anywhere. */
	readonly breaks?: boolean | undefined;
	/** No wider than is pleasant to read. */
	readonly measure?: boolean | undefined;
	/** With a line's height above and below, as paragraphs in a text have. */
	readonly spaced?: boolean | undefined;
	/** Takes the room that its siblings leave, and no more. */
	readonly fill?: boolean | undefined;
	/** Keeps its size, however little room there is. */
	readonly rigid?: boolean | undefined;
	/** At the far end of its line. */
	readonly push?: boolean | undefined;
	/** With a border around it. */
	readonly boxed?: boolean | undefined;
	/** Scrolls by itself. */
	readonly scroll?: boolean | undefined;
}

/** The properties of a primitive and of the element that it draws. */
export type PropsOf<Tag extends ElementType, Own> = Own & { readonly component?: Tag } & Omit<
		ComponentProps<Tag>,
		keyof Own | 'component'
	>;

/** Replaces the look among properties by the attribute that the style sheets read. */
export function withLook<Props extends Look>(props: Props, className: string | undefined) {
	const {
		tone,
		size,
		weight,
		mono,
		numeric,
		clip,
		breaks,
		measure,
		spaced,
		fill,
		rigid,
		push,
		boxed,
		scroll,
		...rest
	} = props;
	const flags = Object.entries({ mono, numeric, clip, breaks, measure, spaced, fill, rigid, push, boxed, scroll });
	const look = [tone, size, weight, ...flags.map(([name, isSet]) => isSet && name)].filter(Boolean).join(' ');
	const own = 'className' in rest && typeof rest.className === 'string' ? rest.className : '';
	return {
		...rest,
		className: [className, own].filter(Boolean).join(' ') || undefined,
		'data-look': look || undefined,
	};
}
