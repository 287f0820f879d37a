import { join } from 'node:path';
import { runnerFolder, sourcesFolder, type Visible } from './visible.ts';

export interface UnshareTools {
	readonly unshare: string;
	readonly setpriv: string;
	readonly mount: string;
}

/** Quotes a word for `/bin/sh`. */
const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The equivalent of bubblewrap with the tools of util-linux: namespaces, and in them a root that contains only the listed paths. `chroot` is enough,
 * because the program has no capabilities to leave it. The shell stays as process 1 of the namespace, since process 1 can't kill itself.
 */
export function inUnshare(
	tools: UnshareTools,
	{ paths, links, hidden }: Visible,
	program: readonly string[],
	dir: string,
): { command: string; args: string[] } {
	const mount = word(tools.mount);
	const root = join(dir, sourcesFolder);
	const at = (path: string): string => word(join(root, path));
	const target = (path: string): string =>
		`if [ -d ${word(path)} ]; then mkdir -p ${at(path)}; else mkdir -p ${at(join(path, '..'))}; : > ${at(path)}; fi`;
	const readOnly = (path: string, flags = 'nosuid,nodev'): string[] => [
		`${mount} -o remount,bind,ro,${flags} ${at(path)}`,
	];
	const sources = `${runnerFolder}/${sourcesFolder}`;
	const lines = [
		`${mount} -t tmpfs -o mode=755,nosuid,nodev none ${word(root)}`,
		...[...paths, tools.setpriv].flatMap((path) => [
			target(path),
			`${mount} --bind ${word(path)} ${at(path)}`,
			...readOnly(path),
		]),
		...links.map(({ path, target }) => `ln -s ${word(target)} ${at(path)}`),
		...hidden.map((path) => `${mount} -t tmpfs -o ro none ${at(path)}`),
		...['/dev/null', '/dev/urandom'].flatMap((device) => [
			target(device),
			`${mount} --bind ${word(device)} ${at(device)}`,
		]),
		`mkdir -p ${at(runnerFolder)}`,
		`${mount} --bind ${word(dir)} ${at(runnerFolder)}`,
		`${mount} --bind ${at(sources)} ${at(sources)}`,
		...readOnly(sources, 'nosuid,nodev,noexec'),
		`${mount} -o remount,bind,ro ${word(root)}`,
	];
	const unprivileged = [
		tools.setpriv,
		'--no-new-privs',
		'--bounding-set=-all',
		'--inh-caps=-all',
		'--ambient-caps=-all',
	];
	const run = [tools.unshare, `--root=${root}`, `--wd=${runnerFolder}`, ...unprivileged];
	const script = `set -e\n${lines.join('\n')}\nset +e\n${run.map(word).join(' ')} "$@"\nexit $?`;
	const namespaces = ['--user', '--map-root-user', '--mount', '--ipc', '--pid', '--net'];
	return {
		command: tools.unshare,
		args: [...namespaces, '--fork', '--kill-child', '/bin/sh', '-c', script, 'runner', ...program],
	};
}
