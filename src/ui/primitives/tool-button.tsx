import type { ComponentProps, ReactNode } from 'react';
import classes from './tool-button.module.css';

export interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'aria-label'> {
	/** Accessible name, shown on hover if there is no `title`. */
	readonly label: string;
	/** An icon, or text of similar width. */
	readonly icon: ReactNode;
	readonly size?: 'md' | 'lg' | 'words' | undefined;
}

/** Replacement for Mantine's subtle ActionIcon on the first screen. */
export const ToolButton = ({ label, title = label, icon, size = 'md', className = '', ...props }: ToolButtonProps) => (
	<button
		{...props}
		type="button"
		className={`${classes.button} ${className}`}
		data-size={size}
		aria-label={label}
		title={title}
	>
		{icon}
	</button>
);
