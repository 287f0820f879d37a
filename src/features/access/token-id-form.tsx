import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { paths } from '../../routing/paths.ts';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { Form } from '../../ui/primitives/form.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { useSessionStore } from '../session/model.ts';

/** Opens a token's page by id. Any id format is accepted, since services define their own. */
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

/** Whether the secret was pasted, which must not get into a URL: a JWT starts with `{"` in base64. */
const isToken = (text: string, own: string | undefined): boolean =>
	text === own || /^bearer\s/i.test(text) || /^eyJ[\w-]*\.[\w-]+/.test(text);

/** A URL can't contain the path segments `.` and `..`. */
function noId(text: string): string | null {
	if (text === '') return 'Enter a token ID.';
	return text === '.' || text === '..' ? `"${text}" isn’t a valid token ID. Check the ID.` : null;
}
