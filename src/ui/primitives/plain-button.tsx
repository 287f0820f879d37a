import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import classes from './plain-button.module.css';

interface Plain {
	/** Default: `filled`, for a page's main action. */
	readonly look?: 'filled' | 'default' | 'subtle' | 'light';
	readonly small?: boolean;
	/** Shown before the label. */
	readonly icon?: ReactNode;
	readonly children: ReactNode;
}

type PlainProps<Tag extends ElementType> = Plain & { readonly component?: Tag } & Omit<
		ComponentPropsWithRef<Tag>,
		keyof Plain | 'className'
	>;

/** Replacement for Mantine's Button on the first screen. Default: button. */
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
