import { Button, Modal, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CreatedToken } from '#contract/token.ts';
import { paths } from '../../routing/paths.ts';
import { copyText } from '../../ui/copy-text.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Notice } from '../../ui/states.tsx';
import classes from './access.module.css';

/** The only time that a token's text is shown. Nothing but its button closes it: the text would be lost. */
export function MadeToken({ made, onClose }: { made: CreatedToken; onClose: () => void }) {
	const [copied, setCopied] = useState<boolean | null>(null);
	return (
		<Modal
			opened
			onClose={onClose}
			title={`“${made.name}” is made`}
			size="lg"
			withCloseButton={false}
			closeOnEscape={false}
			closeOnClickOutside={false}
		>
			<div className={classes.form}>
				<Notice tone="warning" title="This is the only time that its text is shown">
					The console does not keep it, and the service cannot show it again. It ends{' '}
					<RelativeTime iso={made.expiresAt} />.
				</Notice>
				<PasswordInput
					label="Token"
					readOnly
					value={made.token}
					visibilityToggleButtonProps={{ 'aria-label': 'Show the token', tabIndex: 0 }}
					onFocus={(event) => event.currentTarget.select()}
				/>
				<p className={classes.quiet} role="status">
					{copied === null
						? ''
						: copied
							? 'Copied.'
							: 'The browser did not allow copying: show the token and copy it by hand.'}
				</p>
				<div className={classes.actions}>
					<Link to={paths.token(made.id)} className={classes.aside} onClick={onClose}>
						See what it may do
					</Link>
					<Button
						variant={copied === true ? 'default' : 'filled'}
						data-autofocus
						onClick={() => void copyText(made.token).then(setCopied)}
					>
						Copy token
					</Button>
					<Button variant={copied === true ? 'filled' : 'default'} onClick={onClose}>
						I have kept it, close
					</Button>
				</div>
			</div>
		</Modal>
	);
}
