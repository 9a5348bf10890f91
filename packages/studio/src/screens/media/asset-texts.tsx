/** Title, description and alternative text in each language, saved a moment after the last key and when the drawer closes. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Asset } from '../../api/types.ts';
import { backoffMs } from '../../drafts/backoff.ts';
import { sameJson } from '../../drafts/same-json.ts';
import type { Edit } from '../../drafts/types.ts';
import { FoundEdit } from '../../frame/found-edit.tsx';
import type { KeptWork } from '../../frame/use-edit.ts';
import { useLocales } from '../../frame/use-place.ts';
import { SegmentedControl, Stack, Text, Textarea, TextInput } from '../../ui/index.ts';

const SAVE_AFTER_MS = 1_000;

type TextName = 'title' | 'alt' | 'description';
/** What was typed and not acknowledged, by name and locale. */
export type Typed = Readonly<Partial<Record<TextName, Readonly<Record<string, string>>>>>;
const NOTHING: Typed = {};

interface AssetTextsProperties {
  readonly asset: Asset;
  readonly readOnly: boolean;
  /** The device has told what it keeps. */
  readonly edit: KeptWork<Typed>;
  readonly onSaved: (asset: Asset) => Promise<void>;
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
    dir: 'auto' as const,
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
        description={t`What it shows, for whoever does not see it`}
        {...input('alt')}
      />
      <TextInput label={t`Title`} {...input('title')} />
      <Textarea label={t`Description`} autosize minRows={2} {...input('description')} />
      <Text size="xs" c="dimmed" role="status">
        <SaveWords failure={failure} isSaved={isNothing(typed)} isKept={edit.isKept} />
      </Text>
    </Stack>
  );
}

interface Failure {
  readonly message: string;
  /** How often it failed in a row. */
  readonly times: number;
}

interface SaveWordsProperties {
  readonly failure: Failure | null;
  readonly isSaved: boolean;
  readonly isKept: boolean;
}

function SaveWords({ failure, isSaved, isKept }: SaveWordsProperties): ReactNode {
  if (isSaved) return <Trans>Saved</Trans>;
  if (failure === null) return <Trans>Saving …</Trans>;
  return (
    <>
      <Trans>Not saved: {failure.message}</Trans>{' '}
      {isKept ? <Trans>This device keeps it.</Trans> : <Trans>(not kept on this device)</Trans>}
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

/** Saves what is typed, one request at a time, until the server has it; meanwhile the device keeps it. */
function useSavedTexts({ asset, edit, onSaved }: AssetTextsProperties) {
  const { kept = null, keep } = edit;
  const [found, setFound] = useState(kept !== null && isOvertaken(kept, asset) ? kept : null);
  const [typed, setTyped] = useState<Typed>(kept === null || found !== null ? NOTHING : kept.mine);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** What is not acknowledged, also when nothing shows it any more. */
  const latest = useRef(typed);
  const isSaving = useRef(false);

  const put = (next: Typed) => {
    latest.current = next;
    setTyped(next);
    keep(isNothing(next) ? null : { mine: next, base: under(next, asset) });
  };
  const save = async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      while (!isNothing(latest.current)) {
        const sent = latest.current;
        const body = patchOf(sent);
        const saved = await bodyOf(api.PATCH('/media/{asset_id}', { params: { path: { asset_id: asset.id } }, body }));
        put(without(latest.current, sent));
        setFailure(null);
        await onSaved(saved);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setFailure((before) => ({ message, times: (before?.times ?? 0) + 1 }));
    }
    isSaving.current = false;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what was typed starts the wait anew, and so does a failure
  useEffect(() => {
    if (isNothing(typed)) return;
    const timer = setTimeout(() => void save(), failure === null ? SAVE_AFTER_MS : backoffMs(failure.times));
    return () => clearTimeout(timer);
  }, [typed, failure]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the drawer closes
  useEffect(() => () => void save(), []);

  const decide = (next: Typed) => {
    setFound(null);
    put(next);
  };
  const type = (name: TextName, locale: string, value: string) => {
    setFailure(null);
    put({ ...latest.current, [name]: { ...latest.current[name], [locale]: value } });
  };
  return { typed, type, failure, found, decide };
}

/** Whether somebody has changed what a kept edit was written over, and not to the same. */
function isOvertaken({ mine, base }: Edit<Typed>, asset: Asset): boolean {
  const now = under(mine, asset);
  return !sameJson(now, base) && !sameJson(now, mine);
}

/** What the file says where something was typed. */
function under(typed: Typed, asset: Asset): Typed {
  const byName = Object.entries(typed).map(([name, texts]) => {
    const stored = asset[name as TextName];
    return [name, Object.fromEntries(Object.keys(texts).map((locale) => [locale, stored[locale] ?? '']))];
  });
  return Object.fromEntries(byName);
}

function isNothing(typed: Typed): boolean {
  return Object.keys(typed).length === 0;
}

/** The request: an emptied text is removed. */
function patchOf(typed: Typed): Partial<Record<TextName, Record<string, string | null>>> {
  const byName = Object.entries(typed).map(([name, texts]) => {
    const values = Object.entries(texts).map(([locale, text]) => [locale, text === '' ? null : text]);
    return [name, Object.fromEntries(values)];
  });
  return Object.fromEntries(byName);
}

/** What is left of what was typed once some of it is saved. */
function without(typed: Typed, saved: Typed): Typed {
  const left = Object.entries(typed).map(([name, texts]) => {
    const sent = saved[name as TextName] ?? {};
    return [name, Object.fromEntries(Object.entries(texts).filter(([locale, text]) => sent[locale] !== text))];
  });
  return Object.fromEntries(left.filter(([, texts]) => Object.keys(texts as object).length > 0));
}
