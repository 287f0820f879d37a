import { join } from 'node:path';
import { sourcesFolder, type Visible } from './visible.ts';

/**
 * A profile for macOS; later rules override earlier ones. What a program needs from the system just to start varies between releases and isn't
 * documented. So the profile starts from "allow" and denies the network, other processes, all writes outside the runner's folder, and all reads of
 * files that belong to users or to the service.
 */
const profile = `(version 1)
(allow default)
(deny network*)
(deny process-fork)
(deny signal (target others))
(deny process-info* (target others))
(deny mach-task-name (target others))
(deny file-write*)
(deny file-read* (subpath "/Users") (subpath "/Volumes") (subpath "/private/tmp") (subpath "/private/var/folders")
	(subpath "/private/var/root") (subpath "/private/etc") (subpath (param "DATA")))
CODE
(allow file-read-metadata)
(allow file-read* file-write* (subpath (param "RUNNER")))
(deny file-write* (subpath (param "SOURCES")))
(allow file-write* (literal "/dev/null"))`;

export function inSandboxExec({ paths, dataDir }: Visible, program: readonly string[], dir: string): string[] {
	// Passed as parameters, so that no character of a path has a special meaning in the profile.
	const code = paths.map((path, index) => ({ name: `CODE_${index}`, path }));
	const readable = code.map(({ name }) => `(subpath (param "${name}"))`).join(' ');
	const parameters = [
		['DATA', dataDir],
		['RUNNER', dir],
		['SOURCES', join(dir, sourcesFolder)],
		...code.map(({ name, path }) => [name, path]),
	];
	const rules = profile.replace('CODE', `(allow file-read* ${readable})`);
	return [...parameters.flatMap(([name, path]) => ['-D', `${name}=${path}`]), '-p', rules, ...program];
}
