import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

export const SecondaryButton = Button.withProps({ variant: 'default' });

/** A secondary button in a notice, row or line of text. */
export const CompactButton = Button.withProps({ variant: 'default', size: 'compact-sm' });

export const LinkButton = (props: ButtonProps & Omit<ComponentProps<typeof Link>, keyof ButtonProps>) => (
	<Button component={Link} variant="default" {...props} />
);
