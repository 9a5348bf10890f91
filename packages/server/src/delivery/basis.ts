/**
 * What an answer rests on, gathered while it is put together: it holds as long as nothing of this changes for those
 * who read it. Whoever adds a way to look at content notes here what was looked at.
 */

import type { PartRevisions } from '../journal/published-heads.ts';
import type { EntryQuery, Predicate } from '../query/query.ts';

export class Basis {
  /** Numbers of the content types whose entries were looked through or linked to. */
  readonly types = new Set<number>();
  /** Type of the one entry that was asked for. */
  ownType: number | null = null;
  restsOnAssets = false;
  /** Any change that delivery shows may alter the answer. */
  restsOnAll = false;
  /** So may changes that it does not show, such as those of the index of texts. */
  restsOnDrafts = false;

  /** Notes what a query looks at: with a link in between, and without a content type, it may be any entry. */
  query({ contentType, predicates, search }: EntryQuery): void {
    if (contentType !== null) this.types.add(contentType);
    if (contentType === null || predicates.some(looksFurther)) this.restsOnAll = true;
    if (search !== undefined) this.restsOnDrafts = true;
  }

  /** Notes which linked entries were found; one that is missing may come to be in any content type. */
  linked(found: readonly { readonly contentType: number }[], asked: number): void {
    for (const { contentType } of found) this.types.add(contentType);
    if (found.length < asked) this.restsOnAll = true;
  }

  /** Whether nothing of it changed after a revision. */
  stoodSince(revision: number, parts: PartRevisions): boolean {
    if (this.restsOnAll || this.restsOnDrafts) return false;
    if (this.restsOnAssets && (parts.get('assets') ?? 0) > revision) return false;
    if (this.ownType !== null && (parts.get(`type:${this.ownType}`) ?? 0) > revision) return false;
    for (const type of this.types) if ((parts.get(`type:${type}`) ?? 0) > revision) return false;
    return true;
  }
}

function looksFurther(predicate: Predicate): boolean {
  return predicate.kind === 'through';
}
