/** Slugs of a site: WordPress keeps those of other scripts with percent signs. */

import { isSlug } from '../../../contract/src/slugs.ts';
import { excerpt } from '../excerpt.ts';
import { decodedPath } from '../exported-file.ts';

const SHOWN = 80;

/** The slug in its original script. */
export function ownSlug(slug: string): string {
  return decodedPath(slug).normalize('NFC');
}

/** Why the slug is not valid in Lectern; null if it is. */
export function slugProblem(slug: string): string | null {
  return isSlug(ownSlug(slug)) ? null : `The slug "${excerpt(slug, SHOWN)}" cannot be one here and was left out.`;
}
