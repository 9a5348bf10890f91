import node from '@astrojs/node';
import { defineConfig, memoryCache } from 'astro/config';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  server: { host: '127.0.0.1', port: 3000 },
  // Pages are kept with the tags of what they show, until the webhook drops these.
  cache: { provider: memoryCache() },
});
