import type { ComponentProps, ReactNode } from 'react';
import classes from './tool-button.module.css';

export interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'aria-label'> {
	/** Its name, shown on hover where there is no `title`. */
	readonly label: string;
	/** An icon, or words where it is as wide as they are. */
	readonly icon: ReactNode;
	readonly size?: 'md' | 'lg' | 'words' | undefined;
}

/** Mantine's subtle ActionIcon for what the first screen draws. */
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
