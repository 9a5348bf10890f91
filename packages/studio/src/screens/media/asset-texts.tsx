/** Title, description and alternative text in each language, saved a moment after the last key and when the drawer closes. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Asset } from '../../api/types.ts';
import { useLocales } from '../../frame/use-place.ts';
import { SegmentedControl, Stack, Text, Textarea, TextInput } from '../../ui/index.ts';

const SAVE_AFTER_MS = 1_000;

type TextName = 'title' | 'alt' | 'description';
/** What was typed and not acknowledged, by name and locale. */
type Typed = Readonly<Partial<Record<TextName, Readonly<Record<string, string>>>>>;

interface AssetTextsProperties {
  readonly asset: Asset;
  readonly readOnly: boolean;
  readonly onSaved: (asset: Asset) => Promise<void>;
}

export function AssetTexts({ asset, readOnly, onSaved }: AssetTextsProperties): ReactNode {
  const { t } = useLingui();
  const locales = useLocales();
  const [locale, setLocale] = useState(locales[0]?.code ?? '');
  const { typed, type, state } = useSavedTexts(asset, onSaved);
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
        {state.kind === 'saved' && <Trans>Saved</Trans>}
        {state.kind === 'saving' && <Trans>Saving …</Trans>}
        {state.kind === 'failed' && <Trans>Not saved: {state.message}</Trans>}
      </Text>
    </Stack>
  );
}

type SaveState = { readonly kind: 'saved' | 'saving' } | { readonly kind: 'failed'; readonly message: string };

/** Saves what is typed; what is typed while a save is under way goes with the next one. */
function useSavedTexts(asset: Asset, onSaved: (asset: Asset) => Promise<void>) {
  const [typed, setTyped] = useState<Typed>({});
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const latest = useRef<Typed>({});
  latest.current = typed;

  const save = async () => {
    const sent = latest.current;
    if (Object.keys(sent).length === 0) return;
    const params = { path: { asset_id: asset.id } };
    try {
      const saved = await bodyOf(api.PATCH('/media/{asset_id}', { params, body: patchOf(sent) }));
      setTyped((now) => without(now, sent));
      setState({ kind: 'saved' });
      await onSaved(saved);
    } catch (error) {
      setState({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what was typed starts the wait anew
  useEffect(() => {
    if (Object.keys(typed).length === 0) return;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the drawer closes
  useEffect(() => () => void save(), []);

  const type = (name: TextName, locale: string, value: string) => {
    setState({ kind: 'saving' });
    setTyped((now) => ({ ...now, [name]: { ...now[name], [locale]: value } }));
  };
  return { typed, type, state };
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
