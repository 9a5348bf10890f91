/** What a person is asked before a language model is: what to write, into which fields, in which language. */
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Field, Locale } from '../../../api/types.ts';
import type { Draft } from '../../../drafts/types.ts';
import { isStructured } from '../../../fields/blocks/blocks-in.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { localesOf } from '../../../fields/place-of-value.ts';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Button, Checkbox, Group, GrowingTextarea, Select, Stack, Text } from '../../../ui/index.ts';
import { describeForSearch, rewrite, translate, write, writeEntry } from './asks.ts';
import type { Ask, Task } from './tasks.ts';
import { textGroups } from './translatable.ts';
import { fieldFor, plainFields, writableFields } from './writable.ts';

const ROWS_LEAST = 3;
const ROWS_MOST = 8;
/** As the routes take them. */
const PROMPT_CHARACTERS_MAX = 20_000;
const INSTRUCTION_CHARACTERS_MAX = 2_000;

interface FormProperties {
  /** The locales that are shown. */
  readonly locales: readonly Locale[];
  /** @param considered the fields that the person could choose from */
  onAsk(ask: Ask, considered: readonly Field[]): void;
}

export function AskForm({ task, ...form }: FormProperties & { readonly task: Task }): ReactNode {
  if (task.kind === 'write-entry') return <EntryForm {...form} />;
  if (task.kind === 'translate') return <TranslationForm {...form} />;
  if (task.kind === 'seo') return <SearchForm {...form} />;
  return <WordsForm task={task} {...form} />;
}

/** One instruction for one text. */
function WordsForm({ task, onAsk }: FormProperties & { readonly task: Task }): ReactNode {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  if (task.kind !== 'rewrite' && task.kind !== 'write') return null;
  const { target } = task;
  const isRewrite = task.kind === 'rewrite';
  const ask = () => onAsk(isRewrite ? rewrite(target, task.manner, words) : write(target, words), []);
  return (
    <AskingForm isReady={words.trim() !== ''} onSubmit={ask}>
      <Words
        label={isRewrite ? t`What should change?` : t`What should it say?`}
        placeholder={
          isRewrite ? t`Friendlier, for people who are new here` : t`Two sentences about the new opening hours`
        }
        most={isRewrite ? INSTRUCTION_CHARACTERS_MAX : PROMPT_CHARACTERS_MAX}
        value={words}
        onChange={setWords}
      />
    </AskingForm>
  );
}

function EntryForm({ locales: shown, onAsk }: FormProperties): ReactNode {
  const { t } = useLingui();
  const asked = useAsked();
  const [words, setWords] = useState('');
  const [locale, setLocale] = useState(shown[0]);
  const fields = writableFields(asked.type);
  const choice = useFieldChoice(useFieldItems(fields, locale?.code));
  if (locale === undefined) return null;
  return (
    <AskingForm
      isReady={words.trim() !== '' && choice.chosen.length > 0}
      onSubmit={() =>
        onAsk(
          writeEntry(
            asked,
            choice.chosen.map(({ field }) => field),
            locale,
            words,
          ),
          fields,
        )
      }
    >
      <Words
        label={t`What is the entry about?`}
        placeholder={t`Our harbour festival in May: boats, music, free entry`}
        most={PROMPT_CHARACTERS_MAX}
        value={words}
        onChange={setWords}
      />
      <LocaleSelect label={t`Language`} value={locale} onChange={setLocale} />
      <FieldChoice {...choice} label={t`Fields to write`} />
    </AskingForm>
  );
}

function TranslationForm({ locales: shown, onAsk }: FormProperties): ReactNode {
  const { t } = useLingui();
  const asked = useAsked();
  const { locales } = asked;
  const [source, setSource] = useState(locales[0]);
  const [target, setTarget] = useState([...shown, ...locales].find(({ code }) => code !== locales[0]?.code));
  const { types } = useSurroundings();
  const items = useTextItems({ ...asked, types }, source?.code ?? '', target?.code ?? '');
  const choice = useFieldChoice(items);
  if (source === undefined || target === undefined) return null;
  const isSame = source.code === target.code;
  return (
    <AskingForm
      isReady={choice.chosen.length > 0 && !isSame}
      onSubmit={() =>
        onAsk(
          translate(
            asked,
            choice.chosen.map(({ group }) => group),
            source.code,
            target.code,
          ),
          [...new Set(items.map(({ field }) => field))],
        )
      }
    >
      <Group gap="xs" grow>
        <LocaleSelect
          label={t({ message: 'From', context: 'language', comment: 'The language that is translated from' })}
          value={source}
          onChange={setSource}
        />
        <LocaleSelect
          label={t({ message: 'Into', comment: 'The language that is translated into' })}
          value={target}
          onChange={setTarget}
        />
      </Group>
      {isSame && (
        <Text size="sm" c="var(--failed)" role="alert">
          <Trans>Choose two languages.</Trans>
        </Text>
      )}
      {items.length === 0 ? (
        <Text size="sm">
          <Trans>There is no text in this language that could be translated.</Trans>
        </Text>
      ) : (
        <FieldChoice {...choice} label={t`Fields to translate`} />
      )}
    </AskingForm>
  );
}

function SearchForm({ locales: shown, onAsk }: FormProperties): ReactNode {
  const { t } = useLingui();
  const asked = useAsked();
  const fields = plainFields(asked.type);
  const [title, setTitle] = useState(() => fieldFor(fields, /tit[el]/i));
  const [description, setDescription] = useState(() => fieldFor(fields, /desc|besch/i));
  const [locale, setLocale] = useState(shown[0]);
  if (locale === undefined) return null;
  const unsaved = t`The entry is not saved yet, so the model cannot read it. Try again once it says Saved.`;
  const isTwice = title !== null && title === description;
  return (
    <AskingForm
      isReady={(title !== null || description !== null) && !isTwice}
      onSubmit={() => onAsk(describeForSearch(asked, { title, description }, locale, unsaved), [])}
    >
      <Text size="sm" c="dimmed">
        <Trans>The model reads the entry and suggests what search results show of it.</Trans>
      </Text>
      <FieldSelect label={t`Title into`} fields={fields} value={title} onChange={setTitle} />
      <FieldSelect label={t`Description into`} fields={fields} value={description} onChange={setDescription} />
      {isTwice && (
        <Text size="sm" c="var(--failed)" role="alert">
          <Trans>Choose two different fields.</Trans>
        </Text>
      )}
      <LocaleSelect label={t`Language`} value={locale} onChange={setLocale} />
    </AskingForm>
  );
}

interface AskingFormProperties {
  readonly isReady: boolean;
  onSubmit(): void;
  readonly children: ReactNode;
}

function AskingForm({ isReady, onSubmit, children }: AskingFormProperties): ReactNode {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isReady) onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {children}
        <Group justify="flex-end">
          <Button type="submit" size="xs" disabled={!isReady}>
            <Trans comment="Button: has a language model write something, which is shown before it goes in">
              Suggest
            </Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface WordsProperties {
  readonly label: string;
  readonly placeholder: string;
  readonly most: number;
  readonly value: string;
  onChange(words: string): void;
}

/** Sent by Ctrl+Enter too. */
function Words({ most, onChange, ...words }: WordsProperties): ReactNode {
  const send = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };
  return (
    <GrowingTextarea
      {...words}
      size="sm"
      minRows={ROWS_LEAST}
      maxRows={ROWS_MOST}
      maxLength={most}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={send}
    />
  );
}

interface LocaleSelectProperties {
  readonly label: string;
  readonly value: Locale;
  onChange(locale: Locale): void;
}

/** Nothing where the space has one language. */
function LocaleSelect({ label, value, onChange }: LocaleSelectProperties): ReactNode {
  const { locales } = useSurroundings();
  if (locales.length === 1) return null;
  return (
    <Select
      label={label}
      size="sm"
      allowDeselect={false}
      data={locales.map(({ code, name }) => ({ value: code, label: name }))}
      value={value.code}
      onChange={(code) => onChange(locales.find((locale) => locale.code === code) ?? value)}
    />
  );
}

interface FieldSelectProperties {
  readonly label: string;
  readonly fields: readonly Field[];
  readonly value: Field | null;
  onChange(field: Field | null): void;
}

function FieldSelect({ label, fields, value, onChange }: FieldSelectProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Select
      label={label}
      size="sm"
      clearable
      placeholder={t`No field`}
      data={fields.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(fields.find((field) => field.id === id) ?? null)}
    />
  );
}

/** What a person can choose: a field, or some of the texts in it. */
interface ChoiceItem {
  readonly key: string;
  readonly field: Field;
  readonly isFilled: boolean;
  /** What the choice is about, below the name of the field. */
  readonly words: string | undefined;
}

interface FieldChoiceProperties<Item extends ChoiceItem> {
  readonly items: readonly Item[];
  readonly chosen: readonly Item[];
  choose(item: ChoiceItem, on: boolean): void;
}

/** What has a value is chosen by the person alone. */
function useFieldChoice<Item extends ChoiceItem>(items: readonly Item[]): FieldChoiceProperties<Item> {
  const [decided, setDecided] = useState<Readonly<Record<string, boolean>>>({});
  return {
    items,
    chosen: items.filter(({ key, isFilled }) => decided[key] ?? !isFilled),
    choose: ({ key }, on) => setDecided({ ...decided, [key]: on }),
  };
}

function useFieldItems(fields: readonly Field[], locale: string | undefined): readonly ChoiceItem[] {
  const { t } = useLingui();
  const { draft } = useOpenEntry();
  const { locales } = useSurroundings();
  return fields.map((field) => {
    const isFilled = hasValue(draft, field, locale ?? '', locales);
    return {
      key: field.id,
      field,
      isFilled,
      words: isFilled ? t`Has text already; stays unless you tick it` : undefined,
    };
  });
}

/** Of a field with components, what is missing inside and what is there already are apart. */
function useTextItems(known: Parameters<typeof textGroups>[0], source: string, target: string) {
  const { t } = useLingui();
  if (source === '' || source === target) return [];
  return textGroups(known, source, target).map((group) => {
    const { field, texts, isFilled } = group;
    const count = texts.length;
    const inside = isFilled
      ? t`${plural(count, { one: '# text inside has a translation already; it stays unless you tick this', other: '# texts inside have translations already; they stay unless you tick this' })}`
      : t`${plural(count, { one: '# text inside is missing', other: '# texts inside are missing' })}`;
    const own = isFilled ? t`Has text already; stays unless you tick it` : undefined;
    return { key: `${field.id} ${isFilled}`, field, isFilled, words: isStructured(field) ? inside : own, group };
  });
}

function FieldChoice<Item extends ChoiceItem>({
  items,
  chosen,
  choose,
  label,
}: FieldChoiceProperties<Item> & { readonly label: string }): ReactNode {
  return (
    <Checkbox.Group label={label} value={chosen.map(({ key }) => key)}>
      <Stack gap={6} mt={6}>
        {items.map((item) => (
          <Checkbox
            key={item.key}
            size="sm"
            value={item.key}
            label={item.field.name}
            description={item.words}
            onChange={({ currentTarget }) => choose(item, currentTarget.checked)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function hasValue(draft: Draft, field: Field, code: string, locales: readonly Locale[]): boolean {
  const locale = locales.find((one) => one.code === code);
  const [place] = locale === undefined ? [] : localesOf(field, [locale], locales);
  return place !== undefined && draft.value(field.id, place.code) !== undefined;
}

function useAsked() {
  const { draft, type } = useOpenEntry();
  const { locales } = useSurroundings();
  return { draft, type, locales };
}
