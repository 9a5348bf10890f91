/** Title, description and alternative text in each language, saved a moment after the last key and when the drawer closes. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { inputDirection } from '../../fields/direction.ts';
import { FoundEdit } from '../../frame/found-edit.tsx';
import { useLocales } from '../../frame/use-place.ts';
import { GrowingTextarea, SegmentedControl, Stack, Text, TextInput } from '../../ui/index.ts';
import { SuggestAlt } from './suggest-alt.tsx';
import {
  type Failure,
  isNothing,
  NOTHING,
  type SavedTexts,
  type TextName,
  type Typed,
  useSavedTexts,
} from './use-saved-texts.ts';

interface AssetTextsProperties extends SavedTexts {
  readonly readOnly: boolean;
}

export function AssetTexts(properties: AssetTextsProperties): ReactNode {
  const { asset, edit } = properties;
  const { t } = useLingui();
  const locales = useLocales();
  const [locale, setLocale] = useState(locales[0]?.code ?? '');
  const { typed, type, failure, found, decide } = useSavedTexts(properties);
  const readOnly = properties.readOnly || found !== null;
  const textOf = (name: TextName) => typed[name]?.[locale] ?? asset[name][locale] ?? '';
  const input = (name: TextName) => ({
    value: textOf(name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      type(name, locale, event.currentTarget.value),
    readOnly,
    lang: locale,
    dir: inputDirection(locale),
  });
  return (
    <Stack gap="sm" component="section" aria-label={t`Texts`}>
      {found !== null && (
        <FoundEdit at={found.at} onTake={() => decide(found.mine)} onDiscard={() => decide(NOTHING)}>
          <TextList texts={found.mine} />
        </FoundEdit>
      )}
      {locales.length > 1 && (
        <SegmentedControl
          aria-label={t`Language`}
          data={locales.map(({ code: value, name: label }) => ({ value, label }))}
          value={locale}
          onChange={setLocale}
        />
      )}
      <TextInput
        label={t`Alternative text`}
        description={t`Describe the picture for people who cannot see it`}
        {...input('alt')}
      />
      {!readOnly && (
        <SuggestAlt
          asset={asset}
          locale={locale}
          text={textOf('alt')}
          onText={(into, text) => type('alt', into, text)}
        />
      )}
      <TextInput label={t`Title`} {...input('title')} />
      <GrowingTextarea label={t`Description`} minRows={2} {...input('description')} />
      <Text size="xs" c="dimmed" role="status">
        <SaveWords failure={failure} isSaved={isNothing(typed)} isKept={edit.isKept} />
      </Text>
    </Stack>
  );
}

interface SaveWordsProperties {
  readonly failure: Failure | null;
  readonly isSaved: boolean;
  readonly isKept: boolean;
}

function SaveWords({ failure, isSaved, isKept }: SaveWordsProperties): ReactNode {
  if (isSaved) return <Trans>Saved</Trans>;
  if (failure === null) return <Trans>Saving…</Trans>;
  return (
    <>
      <Trans>Not saved: {failure.message}</Trans>{' '}
      {isKept ? <Trans>It is kept on this device.</Trans> : <Trans>(not kept on this device)</Trans>}
    </>
  );
}

/** Texts to be read, each with its language. */
function TextList({ texts }: { readonly texts: Typed }): ReactNode {
  return Object.values(texts).map((byLocale) =>
    Object.entries(byLocale).map(([locale, text]) => (
      <Text key={`${locale} ${text}`} size="sm" dir="auto">
        {locale} · {text}
      </Text>
    )),
  );
}
