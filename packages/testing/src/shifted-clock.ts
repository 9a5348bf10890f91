/** Services whose clock is wrong. */
import { fileURLToPath } from 'node:url';

const SHIFTED_CLOCK = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url));

/** Environment variables of a service in a process of its own whose clock is ahead by so many milliseconds. */
export function clockAhead(byMs: number): Record<string, string> {
  return { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_OFF_BY_MS: String(byMs) };
}
