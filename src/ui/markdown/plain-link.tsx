import '@mantine/core/styles/Tooltip.layer.css';
import { Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { MarkContext, markAddress } from './figure-marks.ts';
import classes from './markdown.module.css';

/** Goes to a step named in an answer. */
export const CiteContext = createContext<((step: number) => void) | null>(null);

/** Resolves links in the console's own texts to its pages. */
export const LinkContext = createContext<((href: string) => string | null) | null>(null);

/** An external link: shows its target and asks before opening it. Non-web URLs are plain text. */
export function PlainLink({ href, children }: { href: string; children: ReactNode }) {
	const cite = use(CiteContext);
	const marks = use(MarkContext);
	const page = use(LinkContext)?.(href) ?? null;
	const [asking, setAsking] = useState(false);
	const [, step] = /^#step-(\d+)$/.exec(href) ?? [];
	if (step !== undefined) {
		if (cite === null) return <>{children}</>;
		return (
			// Not a button: a line could break between a button and the punctuation after it.
			<a
				href={href}
				className={classes.cite}
				onClick={(event) => {
					event.preventDefault();
					cite(Number(step));
				}}
			>
				{children}
			</a>
		);
	}
	const mark = marks[Number(markAddress.exec(href)?.[1] ?? Number.NaN)];
	if (mark !== undefined) return <MarkedFigure reason={mark.reason}>{children}</MarkedFigure>;
	if (page !== null) return <Link to={page}>{children}</Link>;
	const address = webAddress(href);
	if (address === null) {
		return <span title={href === '' ? undefined : `Blocked link: ${href}`}>{children}</span>;
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
				<p>This link opens another site:</p>
				<code className={classes.address}>{address.href}</code>
			</ConfirmDialog>
		</>
	);
}

/** A highlighted unsupported figure, with the reason on hover, focus, and for screen readers. */
const MarkedFigure = ({ reason, children }: { reason: string; children: ReactNode }) => (
	<Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} withArrow>
		{/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the reason too */}
		<mark className={classes.unsupported} tabIndex={0}>
			{children}
			<VisuallyHidden> ({reason})</VisuallyHidden>
		</mark>
	</Tooltip>
);

function webAddress(href: string): URL | null {
	if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return null;
	return new URL(href);
}
