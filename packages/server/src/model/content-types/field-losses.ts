/** Counts the entries with values that a change of a field would hide. Both a changed type and a merge ask for that. */
import type { Reader } from '../../platform/database/database.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from './model.ts';
import type { EntryCount, StoredContent } from './stored-content.ts';

type Counted = Pick<Field, 'number'>;

/** The entries of a content type that have values that go with each kind of change to one of its fields. */
interface FieldLosses {
  /** Those of the whole field. */
  ofField(field: Counted): Promise<EntryCount>;
  /** Those outside the default locale, of a field that is localized no longer. */
  ofOtherLocales(field: Counted): Promise<EntryCount>;
  /** Those outside the default locale in its components, of a field that gets localized itself. */
  ofLocalesInside(field: Counted): Promise<EntryCount>;
  /** Blocks of components that the field takes no longer. @param names `api_id`s */
  ofBlocks(field: Counted, names: readonly string[]): Promise<EntryCount>;
}

/** @param contentType number of the content type as it is stored */
export function fieldLosses(
  reader: Reader,
  { model, stored }: { model: Model; stored: StoredContent },
  contentType: number,
): FieldLosses {
  const placeOf = ({ number: field }: Counted) => ({ environment: model.environment, contentType, field });
  const kept = model.locales.default.number;
  return {
    ofField: (field) => stored.countWithField(reader, model, placeOf(field)),
    ofOtherLocales: (field) => stored.countWithOtherLocales(reader, model, { ...placeOf(field), kept }),
    ofLocalesInside: (field) => stored.countWithLocalesInside(reader, model, { ...placeOf(field), kept }),
    async ofBlocks(field, names) {
      const components = names.flatMap((name) => model.componentByApiId(name)?.number ?? []);
      if (components.length === 0) return { entries: 0, examples: [] };
      return stored.countWithComponents(reader, model, { ...placeOf(field), components });
    },
  };
}
