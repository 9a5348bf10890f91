/** What was written into fields that the model has no more: no input shows it, and nothing can save it. */
import type { ContentType } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { type FieldAndLocale, outerField } from '../../drafts/value-path.ts';

export function straysOf(draft: Draft, { fields }: ContentType): readonly FieldAndLocale[] {
  return draft.unsavedValues().filter(({ field }) => fields.every(({ id }) => id !== outerField(field)));
}
