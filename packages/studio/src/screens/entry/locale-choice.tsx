/** Which locales are shown side by side, with what each still misses. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentType, Locale } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { useSurroundings } from '../../fields/surroundings.tsx';
import { ChevronDownIcon, LocaleIcon } from '../../ui/icons.ts';
import { Button, Checkbox, Popover, Stack, Text, VisuallyHidden } from '../../ui/index.ts';
import { LOCALES_MOST } from './entry-search.ts';

interface LocaleChoiceProperties {
  readonly shown: readonly Locale[];
  onChange(codes: readonly string[]): void;
}

export function LocaleChoice({ shown, onChange }: LocaleChoiceProperties): ReactNode {
  const { t } = useLingui();
  const { locales } = useSurroundings();
  const codes = shown.map(({ code }) => code);

  function choose(code: string, on: boolean): void {
    // The order is that of the space, so that a locale is always on the same side.
    onChange(locales.map((locale) => locale.code).filter((one) => (one === code ? on : codes.includes(one))));
  }

  return (
    <Popover position="bottom-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<LocaleIcon size={14} aria-hidden />}
          rightSection={<ChevronDownIcon size={14} aria-hidden />}
        >
          {codes.join(' · ')}
          <VisuallyHidden>{t`Change the languages shown`}</VisuallyHidden>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {locales.map((locale) => {
            const on = codes.includes(locale.code);
            return (
              <Checkbox
                key={locale.code}
                label={`${locale.name} (${locale.code})`}
                description={<Missing locale={locale} />}
                checked={on}
                disabled={on ? codes.length === 1 : codes.length === LOCALES_MOST}
                onChange={(event) => choose(locale.code, event.currentTarget.checked)}
              />
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** How many values readers of the locale do not have in their own language. */
export function Missing({ locale }: { readonly locale: Locale }): ReactNode {
  const { draft, type } = useOpenEntry();
  const { locales } = useSurroundings();
  const count = useDraft(draft, (now) => missingTranslations(now, type, locale, locales[0]?.code ?? ''));
  if (count === 0)
    return (
      <Text component="span" size="xs">
        <Trans>Complete</Trans>
      </Text>
    );
  return (
    <Text component="span" size="xs">
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
