/** Rows of the values that published entries have in unique fields. */
import { prepared } from '../../../platform/database/prepared.ts';

interface ValuePlace {
  environment: number;
  contentType: number;
  field: number;
  locale: number;
  hash: string;
}

/** Returns no row if the value is already taken. */
export const insertUniqueValue = prepared<ValuePlace & { entry: number }, { entry: number }>((db, place) =>
  db
    .insertInto('unique_values')
    .values({
      environment: place('environment'),
      content_type: place('contentType'),
      field: place('field'),
      locale: place('locale'),
      value_hash: place('hash'),
      entry: place('entry'),
    })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'content_type', 'field', 'locale', 'value_hash']).doNothing(),
    )
    .returning('entry'),
);

/** Deletes a value if this entry has it. */
export const deleteUniqueValue = prepared<ValuePlace & { entry: number }, unknown>((db, place) =>
  db
    .deleteFrom('unique_values')
    .where('environment', '=', place('environment'))
    .where('content_type', '=', place('contentType'))
    .where('field', '=', place('field'))
    .where('locale', '=', place('locale'))
    .where('value_hash', '=', place('hash'))
    .where('entry', '=', place('entry')),
);

export const selectValueHolder = prepared<ValuePlace, { key: string }>((db, place) =>
  db
    .selectFrom('unique_values')
    .innerJoin('entries', 'entries.id', 'unique_values.entry')
    .select('entries.key')
    .where('unique_values.environment', '=', place('environment'))
    .where('unique_values.content_type', '=', place('contentType'))
    .where('unique_values.field', '=', place('field'))
    .where('unique_values.locale', '=', place('locale'))
    .where('unique_values.value_hash', '=', place('hash')),
);

export const deleteUniqueValuesOfType = prepared<{ environment: number; contentType: number }, unknown>((db, place) =>
  db
    .deleteFrom('unique_values')
    .where('environment', '=', place('environment'))
    .where('content_type', '=', place('contentType')),
);
