import { existsSync, readFileSync } from 'node:fs';

const textOf = (file: string): string => {
	try {
		return readFileSync(file, 'utf8').trim();
	} catch {
		return '';
	}
};

/** Kernel settings that keep programs from creating namespaces, and how to lift them. */
const barriers: readonly { readonly isPresent: () => boolean; readonly remedy: string }[] = [
	{
		isPresent: () => textOf('/proc/sys/user/max_user_namespaces') === '0',
		remedy: 'Allow user namespaces: sysctl -w user.max_user_namespaces=10000',
	},
	{
		isPresent: () => textOf('/proc/sys/kernel/unprivileged_userns_clone') === '0',
		remedy: 'Allow user namespaces: sysctl -w kernel.unprivileged_userns_clone=1',
	},
	{
		isPresent: () => textOf('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1',
		remedy: 'Give /usr/bin/bwrap an AppArmor profile that allows namespaces (see docs/isolation.md)',
	},
	{
		isPresent: () => /^Seccomp:\s*2$/m.test(textOf('/proc/self/status')),
		remedy:
			'The container’s or systemd unit’s seccomp filter blocks namespaces. Start the container with deploy/seccomp.json, or use the unit deploy/dataset-console.service',
	},
];

/** How to allow isolating runs on this machine if no layer works. */
export function isolationRemedy(rejected: readonly { readonly layer: string; readonly reason: string }[]): string {
	if (process.platform !== 'linux' || rejected.length === 0) return 'See docs/isolation.md';
	const found = barriers.find(({ isPresent }) => isPresent());
	const isInstalled = ['/usr/bin/bwrap', '/usr/local/bin/bwrap'].some((file) => existsSync(file));
	const install = isInstalled ? [] : ['Install bubblewrap (Debian: apt-get install bubblewrap)'];
	const remedies = [...(found === undefined ? [] : [found.remedy]), ...install];
	return remedies.length > 0 ? remedies.join('. ') : 'Allow user namespaces (see docs/isolation.md)';
}
