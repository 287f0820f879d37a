import { Button, type ButtonProps } from '@mantine/core';
import { Link, type LinkProps } from 'react-router';

/** What else can be done, beside the main button. */
export const SecondaryButton = Button.withProps({ variant: 'default' });

/** A secondary button in a notice, a row or a line of text. */
export const CompactButton = Button.withProps({ variant: 'default', size: 'compact-sm' });

/** A secondary button that leads to another page. */
export const LinkButton = (props: ButtonProps & Omit<LinkProps, keyof ButtonProps>) => (
	<Button component={Link} variant="default" {...props} />
);
