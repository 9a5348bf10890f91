/** How much of an entry is not translated, or not filled in. */
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentType, Locale } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { isStructured } from '../../fields/blocks/blocks-in.ts';
import { missingInside } from '../../fields/blocks/in-locale.ts';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { useSurroundings } from '../../fields/surroundings.tsx';
import { Text } from '../../ui/index.ts';

/** How many values readers of the locale do not have in their own language. */
export function Missing({ locale }: { readonly locale: Locale }): ReactNode {
  const { draft, type } = useOpenEntry();
  const { locales, types } = useSurroundings();
  const count = useDraft(draft, (now) => missingTranslations(now, { type, types }, locale, locales[0]?.code ?? ''));
  if (count === 0)
    return (
      <Text component="span" size="xs" c="dimmed">
        <Trans>Complete</Trans>
      </Text>
    );
  return (
    <Text component="span" size="xs" c="dimmed">
      <Plural value={count} one="# value is missing" other="# values are missing" />
    </Text>
  );
}

interface Model {
  readonly type: ContentType;
  readonly types: readonly ContentType[];
}

/** Localized fields with a value in the default locale and none in this one; in the default one, required fields without a value. Also inside of components. */
function missingTranslations(draft: Draft, { type, types }: Model, locale: Locale, defaultLocale: string): number {
  const missing = type.fields.filter((field) => {
    if (draft.value(field.id, locale.code) !== undefined) return false;
    if (locale.default) return field.required;
    return field.localized && draft.value(field.id, defaultLocale) !== undefined;
  });
  const wanted = { code: locale.code, isDefault: locale.default, standard: defaultLocale };
  const inside = type.fields
    .filter((field) => isStructured(field) && !field.localized)
    .map((field) => missingInside(draft.value(field.id, defaultLocale), field, types, wanted));
  return inside.reduce((sum, count) => sum + count, missing.length);
}
