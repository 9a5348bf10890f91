/** How much of an entry is not translated, or not filled in. */
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentType, Locale } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { useSurroundings } from '../../fields/surroundings.tsx';
import { Text } from '../../ui/index.ts';

/** How many values readers of the locale do not have in their own language. */
export function Missing({ locale }: { readonly locale: Locale }): ReactNode {
  const { draft, type } = useOpenEntry();
  const { locales } = useSurroundings();
  const count = useDraft(draft, (now) => missingTranslations(now, type, locale, locales[0]?.code ?? ''));
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

/** Localized fields with a value in the default locale and none in this one; in the default one, required fields without a value. */
function missingTranslations(draft: Draft, type: ContentType, locale: Locale, defaultLocale: string): number {
  const missing = type.fields.filter((field) => {
    if (draft.value(field.id, locale.code) !== undefined) return false;
    if (locale.default) return field.required;
    return field.localized && draft.value(field.id, defaultLocale) !== undefined;
  });
  return missing.length;
}
