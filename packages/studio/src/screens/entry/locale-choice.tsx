/** Which locales are shown side by side, with what each still misses. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Locale } from '../../api/types.ts';
import { useSurroundings } from '../../fields/surroundings.tsx';
import { ChevronDownIcon, LocaleIcon } from '../../ui/icons.ts';
import { Button, Checkbox, Popover, Stack, VisuallyHidden } from '../../ui/index.ts';
import { AssistTool } from './assist/assist-place.tsx';
import styles from './entry.module.css';
import { LOCALES_MOST } from './entry-search.ts';
import { Missing } from './missing.tsx';
import { StateWords } from './publish/state-words.tsx';
import { NO_PROBLEMS, usePublishSummary } from './publish/use-publish-summary.ts';
import { useInRelease } from './release/in-release.ts';

interface LocaleChoiceProperties {
  readonly shown: readonly Locale[];
  onChange(codes: readonly string[]): void;
}

export function LocaleChoice({ shown, onChange }: LocaleChoiceProperties): ReactNode {
  const { t } = useLingui();
  const { locales } = useSurroundings();
  const [opened, setOpened] = useState(false);
  const codes = shown.map(({ code }) => code);

  function choose(code: string, on: boolean): void {
    // The order is that of the space, so that a locale is always on the same side.
    onChange(locales.map((locale) => locale.code).filter((one) => (one === code ? on : codes.includes(one))));
  }

  return (
    <Popover position="bottom-end" trapFocus withinPortal={false} opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<LocaleIcon size={14} aria-hidden className={styles.wideOnly} />}
          rightSection={<ChevronDownIcon size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {codes.join(' · ')}
          <VisuallyHidden>{t`Choose languages`}</VisuallyHidden>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Choices codes={codes} choose={choose} />
        <AssistTool at="locales" onPress={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoicesProperties {
  readonly codes: readonly string[];
  choose(code: string, on: boolean): void;
}

/** Each language with what readers have of it, or in a release with what that changes, and what is missing. */
function Choices({ codes, choose }: ChoicesProperties): ReactNode {
  const { locales } = useSurroundings();
  const summary = usePublishSummary(NO_PROBLEMS) ?? [];
  const InRelease = useInRelease()?.LanguageState;
  return (
    <Stack gap="xs">
      {locales.map((locale) => {
        const on = codes.includes(locale.code);
        const language = summary.find((one) => one.locale.code === locale.code);
        return (
          <Checkbox
            key={locale.code}
            label={`${locale.name} (${locale.code})`}
            description={
              <>
                {InRelease !== undefined && <InRelease locale={locale.code} />}
                {InRelease === undefined && language !== undefined && <StateWords {...language} />}
                {language !== undefined && ' · '}
                <Missing locale={locale} />
              </>
            }
            checked={on}
            disabled={on ? codes.length === 1 : codes.length === LOCALES_MOST}
            onChange={(event) => choose(locale.code, event.currentTarget.checked)}
          />
        );
      })}
    </Stack>
  );
}
