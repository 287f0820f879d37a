import type { ComponentProps } from 'react';
import { type Look, withLook } from './look.ts';
import classes from './primitives.module.css';

interface SectionHeaderProps extends Omit<ComponentProps<'h2'>, keyof Look>, Look {
	readonly level?: 2 | 3 | undefined;
}

/** The name of a section of a page or dialog. */
export function SectionHeader({ level = 2, ...props }: SectionHeaderProps) {
	const Element = level === 2 ? 'h2' : 'h3';
	return <Element {...withLook({ size: 'prose', weight: 'strong', ...props }, classes.text)} />;
}
