/** The page of the entry as readers saw it when a version was saved. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Entry, Locale } from '../../../api/types.ts';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { loadWords } from '../../../languages/languages.ts';
import { ExternalIcon } from '../../../ui/icons.ts';
import { Anchor, Group, Text } from '../../../ui/index.ts';
import { previewQuery } from './preview-query.ts';

interface SiteThenProperties {
  readonly entry: Entry;
  readonly version: number;
  /** When it was saved. */
  readonly at: string;
  readonly shownLocales: readonly Locale[];
}

export async function loadSiteThen(): Promise<ComponentType<SiteThenProperties>> {
  await loadWords('preview');
  return SiteThen;
}

function SiteThen({ entry, version, at, shownLocales }: SiteThenProperties): ReactNode {
  const { i18n } = useLingui();
  const time = i18n.date(at, { dateStyle: 'long', timeStyle: 'medium' });
  return (
    <div>
      <Group gap="md">
        {shownLocales.map((locale) => (
          <PageThen key={locale.code} entry={entry} at={at} locale={locale} isOnly={shownLocales.length === 1} />
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        <Trans>
          Your site as readers saw it when version {version} was saved: {time}
        </Trans>
      </Text>
    </div>
  );
}

interface PageThenProperties extends Pick<SiteThenProperties, 'entry' | 'at'> {
  readonly locale: Locale;
  /** Whether no other language stands beside it. */
  readonly isOnly: boolean;
}

function PageThen({ entry, at, locale, isOnly }: PageThenProperties): ReactNode {
  const { place } = useSurroundings();
  const { data, error } = useQuery(previewQuery(place, { entry, locale: locale.code, asOf: at }));
  const words = <Trans>See the site as of this</Trans>;
  if (error !== null)
    return (
      <Text size="sm" role="status">
        {error.message}
      </Text>
    );
  if (data?.url === null)
    return (
      <Text size="sm" role="status">
        <Trans>Readers did not see this entry then.</Trans>
      </Text>
    );
  // Its place is kept until the address is known.
  return (
    <Anchor href={data?.url} target="_blank" rel="noreferrer" size="sm" aria-disabled={data === undefined || undefined}>
      {words}
      {!isOnly && ` (${locale.code})`} <ExternalIcon size={12} aria-hidden />
    </Anchor>
  );
}
