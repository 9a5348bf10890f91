/** Slugs of a site: WordPress keeps those of other scripts with percent signs. */
import { decodedPath } from '../exported-file.ts';
import { excerpt, fieldType, type Violation } from '../service-rules.ts';

const SHOWN = 80;

/** The slug in its own script. */
export function ownSlug(slug: string): string {
  return decodedPath(slug).normalize('NFC');
}

/** Why it cannot be a slug here; null if it can. */
export function slugProblem(slug: string): string | null {
  const violations: Violation[] = [];
  const field = { type: 'slug' as const };
  fieldType('slug').parse(ownSlug(slug), { field, path: 'slug', linkKey: (_kind, key) => key, violations });
  return violations.length === 0 ? null : `The slug "${excerpt(slug, SHOWN)}" cannot be one here and was left out.`;
}
