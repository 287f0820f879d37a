import { addLink, type NewLink } from '#contract/link.ts';
import { baseUrl } from '../../api/http.ts';
import { CopyTextButton } from '../../ui/copy-button.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import classes from './request.module.css';

/** The request that makes the link, exactly as it is sent, but for the token. */
export function RequestView({ link }: { link: NewLink | null }) {
	const line = `${addLink.method} ${baseUrl()}${addLink.path}`;
	const body = link === null ? '' : JSON.stringify(link, null, 2);
	return (
		<details className={classes.request}>
			<summary>Request</summary>
			{link === null ? (
				<Muted component="p">Shown as soon as both ends are filled in.</Muted>
			) : (
				<>
					<Box component="pre" boxed className={classes.text} tabIndex={0}>
						{`${line}\nContent-Type: application/json\n\n${body}`}
					</Box>
					<CopyTextButton text={() => curlOf(line, body)}>Copy as curl</CopyTextButton>
				</>
			)}
		</details>
	);
}

function curlOf(line: string, body: string): string {
	const [method, url] = line.split(' ');
	const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
	return [
		`curl -X ${method} ${quoted(url ?? '')}`,
		`-H 'Content-Type: application/json'`,
		`-H "Authorization: Bearer $ACCESS_TOKEN"`,
		`-d ${quoted(body)}`,
	].join(' \\\n  ');
}
