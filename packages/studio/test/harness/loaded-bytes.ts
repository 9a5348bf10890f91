/** How much comes over the line until a page shows something. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Counts the bytes of scripts and styles that a page loads from now on, as gzip would send them. */
export function countLoaded(page: Page): () => Promise<{ readonly js: number; readonly css: number }> {
  const bodies: Promise<readonly [string, Buffer]>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind === 'script' || kind === 'stylesheet') bodies.push(response.body().then((body) => [kind, body] as const));
  });
  return async () => {
    const sizes = (await Promise.all(bodies)).map(
      ([kind, body]) => [kind, gzipSync(body, { level: 9 }).length] as const,
    );
    const sum = (wanted: string) => sizes.reduce((total, [kind, size]) => (kind === wanted ? total + size : total), 0);
    return { js: sum('script'), css: sum('stylesheet') };
  };
}
