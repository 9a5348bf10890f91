/** The links in a value. */
import { type LinkValue, linkOf } from '../../../fields/links/link-value.ts';

/** Every link anywhere in a value, each once. */
export function linksIn(value: unknown, found = new Map<string, LinkValue>()): readonly LinkValue[] {
  const link = linkOf(value);
  if (link !== null) found.set(link.id, link);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) linksIn(part, found);
  return [...found.values()];
}
