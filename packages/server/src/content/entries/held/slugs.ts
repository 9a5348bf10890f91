/**
 * Which slugs an entry holds. It holds a slug in a locale while its draft or published state resolves to it there,
 * through fallback too; two entries of a type never hold the same one in a locale.
 */
import type { ContentType } from '../../../model/content-types/content-type.ts';
import { fieldByNumber } from '../../../model/content-types/content-type.ts';
import type { Model } from '../../../model/content-types/model.ts';
import { type Document, NO_LOCALE } from '../../../model/fields/field.ts';
import { shownValue } from '../../../model/fields/own-value.ts';
import { resourceId } from '../../../model/spaces/resource-id.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { TypedWork } from '../entry.ts';
import { deleteSlug, insertSlug, selectSlugHolder } from './slug-store.ts';

/** One slug in one locale. */
export interface HeldSlug {
  readonly locale: number;
  readonly slug: string;
}

/** The slug of a document in a locale; null if it has none, or if its type has no slug field. */
export function slugIn(
  document: Document,
  type: ContentType,
  locale: number,
  model: Pick<Model, 'locales'>,
): string | null {
  const field = fieldByNumber(type, type.slugField);
  if (field === undefined) return null;
  const slug = shownValue(document[field.number], field, locale, model.locales);
  return typeof slug === 'string' ? slug : null;
}

/** The slugs that documents (an entry's states) hold, by `<locale> <slug>`. */
export function heldSlugs(
  documents: readonly Document[],
  type: ContentType,
  model: Pick<Model, 'locales'>,
): Map<string, HeldSlug> {
  const held = new Map<string, HeldSlug>();
  const field = fieldByNumber(type, type.slugField);
  if (field === undefined) return held;
  const locales = slugLocales(type, model);
  for (const document of documents) {
    for (const locale of locales) {
      const slug = slugIn(document, type, locale === NO_LOCALE ? model.locales.default.number : locale, model);
      if (slug !== null) held.set(`${locale} ${slug}`, { locale, slug });
    }
  }
  return held;
}

/** The locales under which slugs of a type are held. One row is enough for a field that is not localized. */
export function slugLocales(type: ContentType, model: Pick<Model, 'locales'>): readonly number[] {
  const field = fieldByNumber(type, type.slugField);
  return field?.localized === true ? model.locales.all.map(({ number }) => number) : [NO_LOCALE];
}

/**
 * Makes an entry hold the slugs that its states resolve to, and release those they did before.
 * @throws `slug_conflict` if another entry of the type holds one of them
 */
export async function holdSlugs(
  work: TypedWork,
  entry: number,
  { before, after }: { before: readonly Document[]; after: readonly Document[] },
): Promise<void> {
  if (before.length === after.length && before.every((document, index) => document === after[index])) return;
  const had = heldSlugs(before, work.type, work.model);
  const has = heldSlugs(after, work.type, work.model);
  const place = { environment: work.environment.number, contentType: work.type.number };
  await release(work, entry, had, has);
  for (const [name, held] of has) {
    if (had.has(name)) continue;
    const [taken] = await insertSlug(work.writer, { ...place, ...held, entry });
    if (taken === undefined) throw await slugConflict(work, held);
  }
}

/** Releases the slugs that the states of an entry resolved to and will not, so that another one can take them first. */
export async function releaseSlugs(
  work: TypedWork,
  entry: number,
  { before, after }: { before: readonly Document[]; after: readonly Document[] },
): Promise<void> {
  await release(work, entry, heldSlugs(before, work.type, work.model), heldSlugs(after, work.type, work.model));
}

async function release(
  work: TypedWork,
  entry: number,
  had: ReadonlyMap<string, HeldSlug>,
  has: ReadonlyMap<string, HeldSlug>,
): Promise<void> {
  const place = { environment: work.environment.number, contentType: work.type.number, entry };
  for (const [name, held] of had) if (!has.has(name)) await deleteSlug(work.writer, { ...place, ...held });
}

async function slugConflict(work: TypedWork, { locale, slug }: HeldSlug): Promise<DomainError> {
  const place = { environment: work.environment.number, contentType: work.type.number, locale, slug };
  const [holder] = await selectSlugHolder(work.writer, place);
  const entry = holder === undefined ? {} : { entry: resourceId('entry', work.model.code, holder.key) };
  return new DomainError('slug_conflict', `Choose another slug; another ${work.type.name} has "${slug}".`, {
    slug,
    ...entry,
  });
}
