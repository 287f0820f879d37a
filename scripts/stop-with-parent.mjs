const everyMs = 200;

/**
 * Stops this process, as SIGTERM does, when the one that started it is gone. npm passes a SIGTERM on to the shell that it runs
 * scripts in, and that shell ends without telling what it started: the service would go on, with its port and data folder taken.
 * A process isn't told that its parent has ended, so this looks: another parent takes over (POSIX), or the id is free (Windows).
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
