interface CurlRequest {
	readonly method: string;
	readonly url: string;
	readonly bearer: boolean;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Path of a file to send. */
	readonly file?: string;
	/** Replaces the variable TOKEN. */
	readonly token?: string;
	/** Whether to show the response as it arrives. */
	readonly streams?: boolean;
	/** Default: `posix`, such as bash and zsh. */
	readonly shell?: Shell;
}

export type Shell = 'posix' | 'powershell';

/** A request as a shell command, with the token as the variable TOKEN, so it can be shared. */
export function toCurl({ method, url, bearer, headers = {}, body, file, token, ...more }: CurlRequest): string {
	const { streams = false, shell = 'posix' } = more;
	const quoted = (text: string) => quotedFor(shell, text);
	const implied = file !== undefined ? 'PUT' : body === undefined ? 'GET' : 'POST';
	const options = streams ? '-N' : file === undefined ? '-sS' : `--fail-with-body -T ${quoted(file)}`;
	const [program, continued] = shell === 'posix' ? ['curl', ' \\\n'] : ['curl.exe', ' `\n'];
	return [
		`${program} ${options}${method === implied ? '' : ` -X ${method}`} ${quoted(url)}`,
		...(bearer ? [`  -H "Authorization: Bearer ${token ?? '$TOKEN'}"`] : []),
		...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
		...(body === undefined ? [] : [`  --data-raw ${quoted(body)}`]),
	].join(continued);
}

/** A command that sets the variable TOKEN. */
export const setToken = (shell: Shell, token: string): string =>
	`${shell === 'posix' ? 'TOKEN=' : '$TOKEN = '}${quotedFor(shell, token)}`;

const quotedFor = (shell: Shell, text: string): string =>
	`'${text.replaceAll("'", shell === 'posix' ? `'\\''` : "''")}'`;
