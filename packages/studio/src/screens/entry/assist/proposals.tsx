/** What a language model wrote, before and after, to be accepted or not. Nothing of it is in the entry until then. */
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { Field } from '../../../api/types.ts';
import { innerNames } from '../../../fields/blocks/inner-names.ts';
import { innerPlaceOf } from '../../../fields/blocks/inner-place.ts';
import { valuePath } from '../../../fields/blocks/level.ts';
import { Compared } from '../../../fields/compared.tsx';
import { checkLength } from '../../../fields/limits.ts';
import { Marked } from '../../../fields/marked.tsx';
import { nameOfValue } from '../../../fields/name-of-value.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { fieldTypeOf } from '../../../fields/registry.ts';
import { ShownValue } from '../../../fields/shown-value.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { showToast } from '../../../frame/toasts.ts';
import { Alert, Button, Checkbox, Group, Stack, Text, useDebouncedCallback } from '../../../ui/index.ts';
import { textNow } from './asks.ts';
import styles from './assist.module.css';
import { putIn } from './put-in.ts';
import type { Proposal, Target } from './tasks.ts';

/** Whoever writes on sees what that changes here once they pause. */
const PAUSE_MS = 300;

interface ProposalsProperties {
  readonly proposals: readonly Proposal[];
  /** The fields that the person could choose from. */
  readonly considered: readonly Field[];
  /** @param locales that something was put into */
  onUsed(locales: readonly string[]): void;
  onAgain(): void;
}

/** A proposal beside what stands there now. */
interface Row extends Proposal {
  readonly key: string;
  readonly now: unknown;
  readonly after: unknown;
  /** How many embedded things the model left out. */
  readonly lost: number;
  /** Whether what it was asked about is another by now. */
  readonly isChanged: boolean;
}

export function Proposals({ proposals, considered, onUsed, onAgain }: ProposalsProperties): ReactNode {
  const show = useShowPut();
  const look = useLook(proposals);
  const rows = proposals.map(rowOf);
  const [decided, setDecided] = useState<Readonly<Record<string, boolean>>>({});
  const [only] = rows.length === 1 ? rows : [];
  const isChosen = ({ key, isChanged, now, after }: Row) =>
    !sameJson(now, after) && (rows.length === 1 || (decided[key] ?? !isChanged));
  const chosen = rows.filter(isChosen);
  const left = considered.filter(({ id }) => !chosen.some((row) => outerFieldOf(row) === id));

  function use(): void {
    const fresh = chosen.map(rowOf);
    // It changed since this was drawn: the person has not seen that.
    if (fresh.some(({ isChanged }, n) => isChanged && !chosen[n]?.isChanged)) {
      look();
      return;
    }
    const undo = putIn(fresh);
    const put = fresh.filter((row) => !isGone(row));
    if (put.length > 0) show(put, undo);
    onUsed(put.filter(({ level, field }) => field.localized || level.within !== null).map(({ locale }) => locale));
  }

  return (
    <Stack gap="md">
      {rows.length === 0 && (
        <Text size="sm">
          <Trans>The model wrote nothing that could be used.</Trans>
        </Text>
      )}
      {rows.map((row) => (
        <ProposalView
          key={row.key}
          row={row}
          isAlone={only !== undefined}
          isChosen={isChosen(row)}
          onChoose={(on) => setDecided({ ...decided, [row.key]: on })}
        />
      ))}
      {left.length > 0 && (
        <Text size="xs" c="dimmed">
          <Trans>Stays as it is: {left.map(({ name }) => name).join(', ')}</Trans>
        </Text>
      )}
      <Group justify="flex-end" gap="xs" className={styles.actions ?? ''}>
        <Button size="xs" variant="default" onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
        <Button size="xs" disabled={chosen.length === 0} onClick={use}>
          {only === undefined ? (
            <Plural value={chosen.length} one="Use # text" other="Use # texts" />
          ) : only.isChanged ? (
            <Trans>Use it anyway</Trans>
          ) : (
            <Trans comment="Puts what a language model wrote into the field">Use this text</Trans>
          )}
        </Button>
      </Group>
    </Stack>
  );
}

interface ProposalViewProperties {
  readonly row: Row;
  readonly isAlone: boolean;
  readonly isChosen: boolean;
  onChoose(on: boolean): void;
}

function ProposalView({ row, isAlone, isChosen, onChoose }: ProposalViewProperties): ReactNode {
  const { field, locale, now, after, lost, isChanged } = row;
  const isSame = sameJson(now, after);
  const name = useNameOf(row);
  return (
    <div className={styles.proposal}>
      {!isAlone && (
        <Checkbox
          size="sm"
          label={name}
          checked={isChosen}
          disabled={isSame}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      {isChanged && (
        <Alert color="yellow" variant="light" p="xs" role="alert">
          <Trans>This changed while the model was writing. What is crossed out here would go.</Trans>
        </Alert>
      )}
      {isSame ? (
        <Text size="sm" c="dimmed">
          <Trans>The model would change nothing here.</Trans>
        </Text>
      ) : (
        <div className={styles.compared} dir="auto" lang={locale}>
          {row.isRewrite ? (
            <Compared field={field} before={now} after={after} isWithin={field.localized} />
          ) : (
            <Replaced field={field} before={now} after={after} />
          )}
        </div>
      )}
      <Warnings field={field} after={after} lost={lost} />
    </div>
  );
}

interface ReplacedProperties {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

/** A text that is another one: what goes stands whole above what comes. */
function Replaced({ field, before, after }: ReplacedProperties): ReactNode {
  if (before === undefined) return <ShownValue field={field} value={after} />;
  return (
    <>
      <Marked kind="removed" isBlock>
        <ShownValue field={field} value={before} />
      </Marked>
      <Marked kind="added" isBlock>
        <ShownValue field={field} value={after} />
      </Marked>
    </>
  );
}

function Warnings({ field, after, lost }: Pick<Row, 'field' | 'after' | 'lost'>): ReactNode {
  const length = checkLength(fieldTypeOf(field), field, after);
  return (
    <>
      {length?.broken && length.length > length.most && (
        <Text size="xs" c="var(--failed)">
          <Trans>
            Longer than this field allows: {length.length} of {length.most}. Shorten it before you publish.
          </Trans>
        </Text>
      )}
      {lost > 0 && (
        <Text size="xs" c="var(--failed)">
          <Plural
            value={lost}
            one="# embedded entry or file is left out."
            other="# embedded entries or files are left out."
          />
        </Text>
      )}
    </>
  );
}

/** Says what was put in, with *Undo*. */
function useShowPut(): (put: readonly Row[], undo: () => boolean) => void {
  const { t } = useLingui();
  return (put, undo) => {
    const name = put[0]?.field.name ?? '';
    showToast({
      words:
        put.length === 1
          ? t`${name} has the new text.`
          : t`${plural(put.length, { one: '# field has a new text.', other: '# fields have new texts.' })}`,
      undo: async () => {
        if (!undo()) throw new Error(t`what was written since then stays.`);
      },
    });
  };
}

/** What a value is called, with the names of the components around it. */
function useNameOf({ level, field, locale }: Target): string {
  const { draft, type } = useOpenEntry();
  const { types, locales } = useSurroundings();
  if (level.depth === 0) return nameOfValue(field, locale);
  const place = innerPlaceOf(valuePath(level, field.id, locale), draft, { type, types, locales });
  const names = innerNames(place, { types, locales });
  return nameOfValue({ name: names.join(' › '), localized: field.localized || level.within !== null }, locale);
}

/** The id of the field of the entry that a value is in. */
function outerFieldOf({ level, field, locale }: Target): string | undefined {
  return valuePath(level, field.id, locale).split('.')[1];
}

/** Whether what was put in has no place any more: a block that was removed meanwhile. */
function isGone({ level, field, locale, part, after }: Row): boolean {
  return level.depth > 0 && part === null && after !== undefined && level.values.value(field.id, locale) === undefined;
}

/** Draws again when what stands in the fields is another. @returns what does so at once */
function useLook(proposals: readonly Proposal[]): () => void {
  const [, look] = useReducer((times: number) => times + 1, 0);
  const later = useDebouncedCallback(look, PAUSE_MS);
  useEffect(() => {
    const ends = proposals.map(({ level, field, locale }) => level.values.subscribeValue(field.id, locale, later));
    return () => {
      for (const end of ends) end();
    };
  }, [proposals, later]);
  return look;
}

function rowOf(proposal: Proposal): Row {
  const { level, field, locale, before } = proposal;
  const { value: after, lost } = afterOf(proposal);
  const now = level.values.value(field.id, locale);
  return {
    ...proposal,
    key: valuePath(level, field.id, locale),
    now,
    after,
    lost,
    isChanged: !sameJson(textNow(proposal), before),
  };
}

/** The value of the whole field with what was written. A line has no ends within it. */
function afterOf({ field, part, written }: Proposal): { readonly value: unknown; readonly lost: number } {
  if (part !== null) {
    const { value, lost } = part.replaced(String(written));
    return { value: value ?? undefined, lost };
  }
  if (typeof written !== 'string') return { value: written, lost: 0 };
  const text = field.type === 'string' ? written.replaceAll(/\s*\n\s*/g, ' ').trim() : written;
  return { value: text || undefined, lost: 0 };
}
