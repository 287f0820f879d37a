import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import classes from './plain-button.module.css';

interface Plain {
	/** Default: `filled`, for what the page is mainly for. */
	readonly look?: 'filled' | 'default' | 'subtle' | 'light';
	readonly small?: boolean;
	/** Before the words. */
	readonly icon?: ReactNode;
	readonly children: ReactNode;
}

type PlainProps<Tag extends ElementType> = Plain & { readonly component?: Tag } & Omit<
		ComponentPropsWithRef<Tag>,
		keyof Plain | 'className'
	>;

/** Mantine's Button for what the first screen draws: a button, where `component` says nothing else. */
export function PlainButton<Tag extends ElementType = 'button'>(props: PlainProps<Tag>): ReactNode;
export function PlainButton({ component, look = 'filled', small, icon, children, ...rest }: PlainProps<ElementType>) {
	const Element: ElementType = component ?? 'button';
	return (
		<Element
			{...(component === undefined && { type: 'button' })}
			{...rest}
			className={classes.button}
			data-look={look}
			data-small={small || undefined}
		>
			{icon}
			{children}
		</Element>
	);
}
