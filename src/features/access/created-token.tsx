import { Button, Modal, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CreatedToken } from '#contract/token.ts';
import { copyText } from '../../lib/browser/clipboard.ts';
import { paths } from '../../routing/paths.ts';
import { DialogActions } from '../../ui/primitives/dialog-actions.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';

/** Shows a new token's text, which can't be shown again. Closes only with its button, so the text isn't lost. */
export function CreatedTokenDialog({ token, onClose }: { token: CreatedToken; onClose: () => void }) {
	const [copied, setCopied] = useState<boolean | null>(null);
	return (
		<Modal
			opened
			onClose={onClose}
			title={`Token "${token.name}" created`}
			size="lg"
			withCloseButton={false}
			closeOnEscape={false}
			closeOnClickOutside={false}
		>
			<Stack gap={4} breaks>
				<Notice tone="warning" title="This token is shown only once">
					Copy it now and store it safely. It expires <RelativeTime iso={token.expiresAt} />.
				</Notice>
				<PasswordInput
					label="Token"
					readOnly
					value={token.token}
					visibilityToggleButtonProps={{ 'aria-label': 'Show token', tabIndex: 0 }}
					onFocus={(event) => event.currentTarget.select()}
				/>
				<Muted component="p" role="status">
					{copied === null
						? ''
						: copied
							? 'Copied.'
							: 'The browser didn’t allow copying. Show the token and copy it manually.'}
				</Muted>
				<DialogActions>
					<Link to={paths.token(token.id)} style={{ marginInlineEnd: 'auto' }} onClick={onClose}>
						Show permissions
					</Link>
					<Button
						variant={copied === true ? 'default' : 'filled'}
						data-autofocus
						onClick={() => void copyText(token.token).then(setCopied)}
					>
						Copy token
					</Button>
					<Button variant={copied === true ? 'filled' : 'default'} onClick={onClose}>
						Done, I’ve copied it
					</Button>
				</DialogActions>
			</Stack>
		</Modal>
	);
}
