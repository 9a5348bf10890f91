/**
 * The slugs of entries. An entry occupies a slug in a locale as long as its draft or published state resolves to it there,
 * including through fallback. Two entries of a type never have the same slug in a locale.
 */
import { resourceId } from '../../../model/spaces/resource-id.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { type ClaimedSlug, factsOf } from '../facts.ts';
import { ClaimKind } from './claim-kind.ts';
import { deleteSlug, deleteSlugsOfType, insertSlug, selectSlugHolder } from './slug-store.ts';

export const slugClaims = new ClaimKind<ClaimedSlug>({
  rows: { insert: insertSlug, remove: deleteSlug, removeOfType: deleteSlugsOfType, holder: selectSlugHolder },
  fields: ({ fields, slugField }) => fields.filter(({ number }) => number === slugField),
  claimsIn: ({ draft, published }, type, model) =>
    [draft, published].flatMap((document) => (document === null ? [] : factsOf(document, type, model).slugs)),
  nameOf: ({ locale, slug }) => `${locale} ${slug}`,
  refusal: ({ type, model }, [first]) => {
    const { slug } = first?.claim ?? {};
    const entry = first?.holder === undefined ? {} : { entry: resourceId('entry', model.code, first.holder) };
    return new DomainError('slug_conflict', `Choose another slug; another ${type.name} has "${slug}".`, {
      slug,
      ...entry,
    });
  },
});
