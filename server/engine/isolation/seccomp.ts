import { constants } from 'node:os';

/**
 * A seccomp filter in the kernel's own format, built here so that no compiled program has to ship. It allows what a runner needs and refuses what
 * could help escape a namespace: new processes, sockets, mounts, namespaces, tracing, keys, and the parts of the kernel with the most known
 * vulnerabilities.
 */
interface Architecture {
	/** AUDIT_ARCH_… of the kernel's `audit.h`. */
	readonly audit: number;
	/** Refused with EPERM. */
	readonly refused: readonly number[];
	readonly clone: number;
	/** Call numbers from here on belong to another ABI; null if there is none. */
	readonly otherAbi: number | null;
}

/** From the kernel's `unistd.h`. Numbers from 424 on are the same on every architecture. */
const newer = [425, 426, 427, 428, 429, 430, 431, 432, 433, 442];
const architectures: Readonly<Record<string, Architecture>> = {
	x64: {
		audit: 0xc000003e,
		// socket, fork, vfork, ptrace, pivot_root, chroot, mount, umount2, init_module, delete_module, kexec_load, add_key,
		// request_key, keyctl, unshare, perf_event_open, open_by_handle_at, setns, process_vm_readv, process_vm_writev, finit_module,
		// bpf, userfaultfd
		refused: [
			...[
				41, 57, 58, 101, 155, 161, 165, 166, 175, 176, 246, 248, 249, 250, 272, 298, 304, 308, 310, 311, 313, 321, 323,
			],
			...newer,
		],
		clone: 56,
		otherAbi: 0x40000000,
	},
	arm64: {
		audit: 0xc00000b7,
		// umount2, mount, pivot_root, chroot, unshare, kexec_load, init_module, delete_module, ptrace, socket, add_key, request_key,
		// keyctl, perf_event_open, open_by_handle_at, setns, process_vm_readv, process_vm_writev, finit_module, bpf, userfaultfd
		refused: [
			...[39, 40, 41, 51, 97, 104, 105, 106, 117, 198, 217, 218, 219, 241, 265, 268, 270, 271, 273, 280, 282],
			...newer,
		],
		clone: 220,
		otherAbi: null,
	},
};
const clone3 = 435;
const cloneThread = 0x10000;

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfSet = 0x45;
const end = 0x06;
const kill = 0x80000000;
const allow = 0x7fff0000;
const fail = (errno: number): number => 0x00050000 | errno;
/** Offsets in `struct seccomp_data`: call number, architecture, lower half of the first argument. */
const [numberAt, architectureAt, argumentAt] = [0, 4, 16];

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** The filter for a processor architecture, as `struct sock_filter[]`; null if its system calls aren't known here. */
export function seccompFilter(arch: string): Buffer | null {
	const known = architectures[arch];
	if (known === undefined) return null;
	const answer = (value: number): Instruction => [end, 0, 0, value];
	const unless = (number: number, verdict: number): Instruction[] => [[jumpIfEqual, 0, 1, number], answer(verdict)];
	const program: Instruction[] = [
		[load, 0, 0, architectureAt],
		[jumpIfEqual, 1, 0, known.audit],
		answer(kill),
		[load, 0, 0, numberAt],
		...(known.otherAbi === null ? [] : [[jumpIfAtLeast, 0, 1, known.otherAbi] as const, answer(kill)]),
		...known.refused.flatMap((number) => unless(number, fail(constants.errno.EPERM))),
		// clone3 passes its flags behind a pointer, so they can't be checked. Without it, the C library starts threads with clone.
		...unless(clone3, fail(constants.errno.ENOSYS)),
		[jumpIfEqual, 0, 3, known.clone],
		[load, 0, 0, argumentAt],
		[jumpIfSet, 1, 0, cloneThread],
		answer(fail(constants.errno.EPERM)),
		answer(allow),
	];
	const bytes = Buffer.alloc(program.length * 8);
	for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
		bytes.writeUInt16LE(code, index * 8);
		bytes.writeUInt8(ifTrue, index * 8 + 2);
		bytes.writeUInt8(ifFalse, index * 8 + 3);
		bytes.writeUInt32LE(value, index * 8 + 4);
	}
	return bytes;
}
