import type { ComponentProps } from 'react';
import classes from './primitives.module.css';

export const BareButton = ({ className = '', ...props }: Omit<ComponentProps<'button'>, 'type'>) => (
	<button {...props} type="button" className={`${classes.bareButton} ${className}`} />
);
