import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { paths } from '../../routing/paths.ts';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { Form } from '../../ui/primitives/form.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { useSessionStore } from '../session/model.ts';

/** Asks for a token's id and leads to its page. What an id looks like is the service's own affair. */
export function TokenIdForm({ description }: { readonly description?: string }) {
	const navigate = useNavigate();
	const own = useSessionStore((state) => state.session?.token);
	const form = useForm({
		initialValues: { id: '' },
		validate: {
			id: (id) => (isToken(id.trim(), own) ? 'That’s the token itself. Enter its ID instead.' : noId(id.trim())),
		},
	});
	return (
		<Inline
			component={Form}
			gap={[2, 3]}
			align="end"
			onSubmit={form.onSubmit(({ id }) => void navigate(paths.token(id.trim())))}
		>
			<TextInput
				label="Token ID"
				description={description}
				flex="1 1 20rem"
				maw="30rem"
				autoComplete="off"
				spellCheck={false}
				{...form.getInputProps('id')}
			/>
			<SecondaryButton type="submit">Show permissions</SecondaryButton>
		</Inline>
	);
}

/** Whether somebody pasted the secret, which must not come into an address: a JWT begins with `{"` in base64. */
const isToken = (text: string, own: string | undefined): boolean =>
	text === own || /^bearer\s/i.test(text) || /^eyJ[\w-]*\.[\w-]+/.test(text);

/** No address can hold the two names of folders. */
function noId(text: string): string | null {
	if (text === '') return 'Enter a token ID.';
	return text === '.' || text === '..' ? `"${text}" isn’t a valid token ID.` : null;
}
