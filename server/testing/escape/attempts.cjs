// Runs in place of a runner's program, with what code that escaped DuckDB could do: native calls and all of Node.
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const target = JSON.parse(process.argv[1]);
const outcomes = {};
const attempt = async (name, work) => {
	try {
		await work();
		outcomes[name] = 'reached';
	} catch (error) {
		outcomes[name] = error.code ?? error.message;
	}
};
const connect = (to) =>
	new Promise((resolve, reject) => {
		const socket = net
			.connect(to)
			.once('connect', () => resolve(socket.destroy()))
			.once('error', reject);
	});
const list = (folder) => {
	if (fs.readdirSync(folder).length === 0) throw Object.assign(new Error(), { code: 'EMPTY' });
};

async function attemptAll(lent) {
	// What a runner has to be able to do.
	await attempt('its source', () => fs.readFileSync(lent));
	await attempt('its folder', () => fs.writeFileSync('result.parquet', 'a'));

	await attempt('catalog', () => fs.readFileSync(path.join(target.dataDir, 'catalog/rows')));
	await attempt('keys', () => fs.readFileSync(path.join(target.dataDir, 'keys/keys.json')));
	await attempt('other objects', () => fs.readFileSync(path.join(target.dataDir, 'objects/other')));
	await attempt('folders of other runners', () => list(path.join(target.dataDir, 'runs')));
	await attempt('passwords of the system', () => fs.readFileSync('/etc/passwd'));
	await attempt('home', () => list(target.home));
	await attempt('writing to the data folder', () => fs.writeFileSync(path.join(target.dataDir, 'new'), 'a'));
	await attempt('writing to a temporary folder', () => fs.writeFileSync(path.join(target.temporary, 'new'), 'a'));
	await attempt('writing to its program', () => fs.writeFileSync(path.join(target.program, 'new.js'), 'a'));
	await attempt('changing its source', () => fs.appendFileSync(lent, 'a'));
	await attempt('unlocking its source', () => fs.chmodSync(lent, 0o777));
	await attempt('replacing its source', () => fs.renameSync(lent, `${lent}-old`));
	await attempt('environment of another process', () => fs.readFileSync(`/proc/${target.victim}/environ`));
	await attempt('memory of the service', () => fs.openSync(`/proc/${target.service}/mem`, 'r'));
	await attempt('files of the service', () => list(`/proc/${target.service}/fd`));
	await attempt('signals to the service', () => process.kill(target.service, 0));
	await attempt('loopback', () => connect({ host: '127.0.0.1', port: target.port }));
	await attempt('network', () => connect({ host: target.address, port: target.port }));
	await attempt('socket in the file system', () => connect({ path: target.socket }));
	await attempt('abstract socket', () => connect({ path: target.abstract }));
	await attempt('programs of the system', () => {
		const { error } = spawnSync('/bin/sh', ['-c', 'true']);
		if (error) throw error;
	});
	fs.rmSync('result.parquet', { force: true });
	// Leaves a link in place of a result, which must not be followed.
	fs.symlinkSync(path.join(target.dataDir, 'keys/keys.json'), 'result.parquet');
	return outcomes;
}

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (request) => {
	const value = request.kind === 'describe' ? await attemptAll(request.file) : null;
	process.send({ kind: 'answer', value });
});
process.send({ kind: 'ready' });
