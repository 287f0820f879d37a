import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for an access token, hidden by default. */
export const TokenField = (props: PasswordInputProps) => (
	<PasswordInput
		label="Access token"
		autoComplete="off"
		spellCheck={false}
		visibilityToggleButtonProps={{ 'aria-label': 'Show token', tabIndex: 0 }}
		{...props}
	/>
);
