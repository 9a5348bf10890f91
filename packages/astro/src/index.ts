/** What pages of Astro 7 import that are made when they are asked for. */
export { cached, webhook } from './cache.ts';
export { type LiveFilter, lecternLive } from './live.ts';
