import { addLink, type NewLink } from '#contract/link.ts';
import { baseUrl } from '../../../api/http.ts';
import { toCurl } from '../../../lib/curl.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { CopyTextButton } from '../../../ui/text/copy-button.tsx';
import classes from './builder.module.css';

/** The request that makes the link, exactly as it is sent, but for the token. */
export function RequestView({ link }: { link: NewLink | null }) {
	const { method, path } = addLink;
	const url = `${baseUrl()}${path}`;
	const headers = { 'Content-Type': 'application/json' };
	const body = JSON.stringify(link, null, 2);
	return (
		<Box component="details" pt={2} ruled="above">
			<summary className={classes.summary}>Request</summary>
			{link === null ? (
				<Muted component="p">Fill in both ends to see the request.</Muted>
			) : (
				<>
					<Box component="pre" boxed mt={1} mb={2} p={3} className={classes.request} tabIndex={0}>
						{`${method} ${url}\nContent-Type: application/json\n\n${body}`}
					</Box>
					<CopyTextButton text={() => toCurl({ method, url, headers, bearer: true, body })}>
						Copy as curl
					</CopyTextButton>
				</>
			)}
		</Box>
	);
}
