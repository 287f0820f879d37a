import { Button } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import classes from './markdown.module.css';

/** Leads to a step that an answer names. */
export const CiteContext = createContext<((step: number) => void) | null>(null);

/** A link from elsewhere: it says where it goes and asks before it goes there. Addresses that are none of the web are text. */
export function PlainLink({ href, children }: { href: string; children: ReactNode }) {
	const cite = use(CiteContext);
	const [asking, setAsking] = useState(false);
	const [, step] = /^#step-(\d+)$/.exec(href) ?? [];
	if (step !== undefined) {
		if (cite === null) return <>{children}</>;
		return (
			<button type="button" className={classes.cite} onClick={() => cite(Number(step))}>
				{children}
			</button>
		);
	}
	const address = webAddress(href);
	if (address === null) {
		return <span title={href === '' ? undefined : `Not opened from here: ${href}`}>{children}</span>;
	}
	return (
		<>
			<Button variant="transparent" className={classes.link ?? ''} title={address.href} onClick={() => setAsking(true)}>
				{children}
			</Button>
			<ConfirmDialog
				opened={asking}
				onClose={() => setAsking(false)}
				title={`Open ${address.host}?`}
				confirmLabel="Open in a new tab"
				onConfirm={() => {
					setAsking(false);
					window.open(address.href, '_blank', 'noopener,noreferrer');
				}}
			>
				<p>This link is part of an answer and leads away from the console:</p>
				<code className={classes.address}>{address.href}</code>
			</ConfirmDialog>
		</>
	);
}

function webAddress(href: string): URL | null {
	if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return null;
	return new URL(href);
}
