/**
 * What a response rests on, gathered while it is put together: it holds as long as nothing of this changes for those
 * who read it. Each way to look at content notes here what was looked at.
 */

import type { PartRevisions } from '../../platform/journal/published-heads.ts';
import { seesAssets } from '../query/matching.ts';
import type { EntryQuery, Predicate } from '../query/query.ts';

/** The part of an environment that its assets are. */
const ASSETS = 'assets';

export class Basis {
  /** Numbers of the content types whose entries were looked through or linked to. */
  readonly types = new Set<number>();
  /** Type of the one requested entry. */
  ownType: number | null = null;
  restsOnAssets = false;
  /** Entries of any content type may alter the response; assets do where it rests on them. */
  restsOnAllEntries = false;
  /** So may changes that it does not show, such as those of the index of texts. */
  restsOnDrafts = false;

  /** Notes what a query looks at: with a link in between, and without a content type, it may be any entry. */
  query({ contentType, predicates, search }: EntryQuery): void {
    if (contentType !== null) this.types.add(contentType);
    if (contentType === null || predicates.some(looksFurther)) this.restsOnAllEntries = true;
    if (search !== undefined) this.restsOnDrafts = true;
    if (predicates.some(seesAssets)) this.restsOnAssets = true;
  }

  /** Notes which linked entries were found; one that is missing may come to be in any content type. */
  linked(found: readonly { readonly contentType: number }[], requested: number): void {
    for (const { contentType } of found) this.types.add(contentType);
    if (found.length < requested) this.restsOnAllEntries = true;
  }

  /** Whether nothing of it changed after a revision. */
  stoodSince(revision: number, parts: PartRevisions): boolean {
    if (this.restsOnDrafts) return false;
    if (this.restsOnAssets && (parts.get(ASSETS) ?? 0) > revision) return false;
    if (this.ownType !== null && (parts.get(`type:${this.ownType}`) ?? 0) > revision) return false;
    if (this.restsOnAllEntries) return !movedSince(revision, parts);
    for (const type of this.types) if ((parts.get(`type:${type}`) ?? 0) > revision) return false;
    return true;
  }
}

/** Whether anything but assets changed after a revision. */
function movedSince(revision: number, parts: PartRevisions): boolean {
  for (const [part, movedAt] of parts) if (part !== ASSETS && movedAt > revision) return true;
  return false;
}

function looksFurther(predicate: Predicate): boolean {
  return predicate.kind === 'through' || predicate.kind === 'sees';
}
