/** Rows of the slugs that entries have. */
import type { Writer } from '../../../platform/database/database.ts';
import { type Place, prepared } from '../../../platform/database/prepared.ts';

interface SlugPlace {
  environment: number;
  contentType: number;
  locale: number;
  slug: string;
}

const claimedSlug = (db: Writer, place: Place<SlugPlace & { entry: number }>) =>
  db.insertInto('slugs').values({
    environment: place('environment'),
    content_type: place('contentType'),
    locale: place('locale'),
    slug: place('slug'),
    entry: place('entry'),
  });

/** Returns no row if another entry has the slug; taking an entry's own slug again succeeds. */
export const insertSlug = prepared<SlugPlace & { entry: number }, { entry: number }>((db, place) =>
  claimedSlug(db, place)
    .onConflict((conflict) =>
      conflict
        .columns(['environment', 'content_type', 'locale', 'slug'])
        .doUpdateSet({ entry: place('entry') })
        .where('slugs.entry', '=', place('entry')),
    )
    .returning('entry'),
);

/** Returns no row if any entry has the slug. Does not lock that entry's row. */
export const insertFreeSlug = prepared<SlugPlace & { entry: number }, { entry: number }>((db, place) =>
  claimedSlug(db, place)
    .onConflict((conflict) => conflict.columns(['environment', 'content_type', 'locale', 'slug']).doNothing())
    .returning('entry'),
);

/** Deletes a slug if this entry has it. */
export const deleteSlug = prepared<SlugPlace & { entry: number }, unknown>((db, place) =>
  db
    .deleteFrom('slugs')
    .where('environment', '=', place('environment'))
    .where('content_type', '=', place('contentType'))
    .where('locale', '=', place('locale'))
    .where('slug', '=', place('slug'))
    .where('entry', '=', place('entry')),
);

export const selectSlugHolder = prepared<SlugPlace, { key: string }>((db, place) =>
  db
    .selectFrom('slugs')
    .innerJoin('entries', 'entries.id', 'slugs.entry')
    .select('entries.key')
    .where('slugs.environment', '=', place('environment'))
    .where('slugs.content_type', '=', place('contentType'))
    .where('slugs.locale', '=', place('locale'))
    .where('slugs.slug', '=', place('slug')),
);

export const deleteSlugsOfType = prepared<{ environment: number; contentType: number }, unknown>((db, place) =>
  db
    .deleteFrom('slugs')
    .where('environment', '=', place('environment'))
    .where('content_type', '=', place('contentType')),
);
