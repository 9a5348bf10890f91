/** Slugs of a site: WordPress keeps those of other scripts with percent signs, and signs such as emoji too. */

import { isSlug } from '../../../contract/src/slugs.ts';
import { excerpt } from '../excerpt.ts';
import { decodedPath } from '../exported-file.ts';

const SHOWN = 80;
/** What no slug may contain, and the marks that only choose how an emoji looks. */
const SIGNS = /[^\p{L}\p{M}\p{N}._~/-]|[\ufe00-\ufe0f]/gu;

/** The slug in its original script, without signs; '' if nothing is left. */
export function ownSlug(slug: string): string {
  const own = decodedPath(slug).normalize('NFC');
  // A percent sign is left where the slug could not be decoded.
  if (isSlug(own) || own.includes('%')) return own;
  const plain = own.replaceAll(SIGNS, '');
  return plain === own ? own : plain.replaceAll(/-{2,}/g, '-').replaceAll(/^-|-$/g, '');
}

/** Why the slug is not valid in Lectern; null if it is. */
export function slugProblem(slug: string): string | null {
  return isSlug(ownSlug(slug)) ? null : `The slug "${excerpt(slug, SHOWN)}" cannot be one here and was left out.`;
}
