/** The types of fields in words. */
import { useLingui } from '@lingui/react/macro';
import type { FieldType } from '../../api/types.ts';

/** Gives the types of fields in words. */
export function useTypeWords(): Readonly<Record<FieldType, string>> {
  const { t } = useLingui();
  return {
    string: t`Line of text`,
    text: t`Text`,
    rich_text: t`Rich text`,
    slug: t`Slug`,
    integer: t`Whole number`,
    number: t`Number`,
    boolean: t`Yes or no`,
    date: t`Date`,
    datetime: t`Date and time`,
    json: t`JSON`,
    location: t`Place on the map`,
    entry: t`Entry`,
    asset: t`File`,
    array: t`List`,
  };
}
