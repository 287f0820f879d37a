import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

const service = process.env.DATASET_SERVICE ?? 'http://127.0.0.1:8750';

export default defineConfig({
	base: './',
	plugins: [react(), compression({ algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip')] })],
	build: { outDir: 'dist/console', emptyOutDir: true, sourcemap: false, target: 'es2023' },
	worker: { format: 'es' },
	server: {
		host: '127.0.0.1',
		proxy: { '/api': service, '/auth': service, '/objects': service, '/config.json': service },
	},
});
