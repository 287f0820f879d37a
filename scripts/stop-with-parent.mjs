const everyMs = 200;

/**
 * Stops this process, like SIGTERM, when its parent is gone. npm passes SIGTERM to the shell that runs its scripts, and that shell ends without
 * passing it on: the service would keep running, occupying its port and data folder. A process isn't notified that its parent has ended, so this
 * polls: another process becomes the parent (POSIX), or the id is free (Windows).
 */
export function stopWithParent() {
	const parent = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === parent && isRunning(parent)) return;
		clearInterval(watch);
		if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
	}, everyMs).unref();
}

function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error.code === 'EPERM';
	}
}
