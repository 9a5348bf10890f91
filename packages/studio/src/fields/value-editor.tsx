/**
 * One value of the open entry: its label, its input, what the model and the server say about it, and what somebody else
 * wrote meanwhile. It subscribes to this field and locale, so that typing elsewhere does not wake it.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FocusEvent, memo, type ReactNode, useState } from 'react';
import type { Violation } from '../api/problem.ts';
import type { Field, Locale } from '../api/types.ts';
import type { Values } from '../drafts/types.ts';
import { Button, onDemand, Stack, Text } from '../ui/index.ts';
import { isStructured } from './blocks/blocks-in.ts';
import { type EditorProperties, InnerEditor, InnerQuestion } from './blocks/inner-editor.ts';
import { isOwnProblem } from './blocks/level.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import styles from './fields.module.css';
import { checkLength } from './limits.ts';
import { useLevel, useProblems, useUnfinished, useValue } from './open-entry.tsx';
import { controlId, fallbacksOf } from './place-of-value.ts';
import { oncePressIsOver } from './press.ts';
import { usePublishProblems } from './publish-problems.ts';
import { fieldTypeOf } from './registry.ts';
import { ReplacedNote } from './replaced-note.tsx';
import { useSurroundings } from './surroundings.tsx';
import { ValueLimits } from './value-limits.tsx';

/** It comes whole: what came later would move the buttons under the pointer. */
const RemovalQuestion = onDemand(async () => (await import('./blocks/removal-question.tsx')).RemovalQuestion);
const ShownValue = onDemand(async () => (await import('./shown-value.tsx')).ShownValue);

export const ValueEditor = memo(function ValueEditor(properties: EditorProperties): ReactNode {
  const { field, locale, readOnly } = properties;
  const level = useLevel();
  const isOwn = ({ path }: Pick<Violation, 'path'>) => isOwnProblem(path, level, field, locale.code);
  const value = useValue(level.values, field.id, locale.code);
  const unfinished = useUnfinished(level.values, field.id, locale.code);
  const refused = useProblems(level.values, field.id, locale.code).filter(isOwn);
  const unpublishable = usePublishProblems(isOwn);
  const { focused, isWriting, onFocus, onBlur } = useWriting(value, unfinished);
  const fallback = useFallback(level.values, field, locale, value);
  const type = fieldTypeOf(field);
  const length = checkLength(type, field, value);
  // While somebody writes, nothing is said about what they have not finished.
  const problems = isWriting ? [] : [...refused, ...unpublishable];
  const id = controlId(level.key, field.id, locale.code);
  const notes = { help: `${id}-help`, limits: `${id}-limits`, problems: `${id}-problems` };
  const described = [
    field.help === undefined ? null : notes.help,
    notes.limits,
    problems.length === 0 ? null : notes.problems,
  ];

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus of its input goes
    <div className={styles.value} onFocus={onFocus} onBlur={onBlur}>
      <LabelLine id={id} {...properties} />
      {focused && !readOnly && <Assisted field={field} locale={locale.code} />}
      {field.help !== undefined && (
        <Text size="xs" c="dimmed" id={notes.help}>
          {field.help}
        </Text>
      )}
      {readOnly && unfinished === undefined && !isStructured(field) ? (
        <Stack gap={0} id={id} role="group" aria-labelledby={`${id}-label`}>
          <ShownValue field={field} value={value} />
        </Stack>
      ) : (
        <InnerQuestion value={RemovalQuestion}>
          <InnerEditor value={ValueEditor}>
            <type.Input
              id={id}
              labelledBy={`${id}-label`}
              describedBy={described.filter((note) => note !== null).join(' ')}
              field={field}
              value={value}
              unfinished={unfinished}
              fallback={fallback?.value}
              locale={locale.code}
              invalid={problems.length > 0 || (!isWriting && length?.broken === true)}
              readOnly={readOnly}
              onChange={(next) => level.values.set(field.id, locale.code, next)}
              onUnfinished={(next) => level.values.setUnfinished(field.id, locale.code, next)}
            />
          </InnerEditor>
        </InnerQuestion>
      )}
      <ValueLimits id={notes.limits} field={field} length={length} fallback={fallback?.locale ?? null}>
        {value === undefined && !readOnly && field.localized && <CopyOffer field={field} locale={locale} />}
      </ValueLimits>
      <Problems id={notes.problems} problems={problems} />
      <ConflictChoice field={field} locale={locale.code} />
      <ReplacedNote field={field} locale={locale.code} />
    </div>
  );
});

/** Whether somebody is at a value, and whether they have changed it since they came. */
function useWriting(value: unknown, unfinished: unknown) {
  const [found, setFound] = useState<{ readonly value: unknown; readonly unfinished: unknown } | null>(null);

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    // The draft saves by itself when a field is left.
    if (currentTarget.contains(relatedTarget)) return;
    // Who presses the label comes back.
    oncePressIsOver(() => {
      if (!currentTarget.contains(document.activeElement)) setFound(null);
    });
  }

  return {
    focused: found !== null,
    isWriting: found !== null && (found.value !== value || found.unfinished !== unfinished),
    onFocus: () => setFound((before) => before ?? { value, unfinished }),
    onBlur,
  };
}

/** The label, and in a release what that does with the value. */
function LabelLine(properties: EditorProperties & { readonly id: string }): ReactNode {
  const { ReleaseMark } = useSurroundings();
  const label = <Label {...properties} />;
  if (ReleaseMark === undefined) return label;
  return (
    <div className={styles.marked}>
      {label}
      <ReleaseMark field={properties.field} locale={properties.locale.code} />
    </div>
  );
}

function Label({ id, field, locale, namesLocale }: EditorProperties & { readonly id: string }): ReactNode {
  return (
    <label className={styles.label} data-group={isStructured(field) || undefined} htmlFor={id} id={`${id}-label`}>
      {field.name}
      {isNeeded(field, locale) && <RequiredMark />}
      {namesLocale && <span className={styles.locale}>{locale.code}</span>}
    </label>
  );
}

/** What a language model can do with a text while somebody is at it; a rich text has that in its own bar. */
function Assisted({ field, locale }: { readonly field: Field; readonly locale: string }): ReactNode {
  const { assist: Assist } = useSurroundings();
  if (Assist === undefined || (field.type !== 'string' && field.type !== 'text')) return null;
  return (
    <span className={styles.assist}>
      <Assist id={field.id} locale={locale} />
    </span>
  );
}

interface ProblemsProperties {
  readonly id: string;
  readonly problems: readonly { readonly path: string; readonly rule: string; readonly message: string }[];
}

/** Nothing where there are none. */
function Problems({ id, problems }: ProblemsProperties): ReactNode {
  if (problems.length === 0) return null;
  return (
    <div id={id} role="alert">
      {problems.map(({ path, rule, message }) => (
        <Text key={`${path} ${rule}`} size="xs" c="var(--failed)">
          {message}
        </Text>
      ))}
    </div>
  );
}

/** Whether publishing needs a value, of this locale or of one that it falls back on. */
function isNeeded(field: Field, locale: Locale): boolean {
  return field.required && (locale.default || !locale.optional);
}

function RequiredMark(): ReactNode {
  const { t } = useLingui();
  return (
    <span className={styles.required} title={t`Required to publish`}>
      <span aria-hidden>*</span>
      <span className={styles.unseen}>{t`required to publish`}</span>
    </span>
  );
}

interface FallbackValue {
  readonly value: unknown;
  readonly locale: string;
}

/** The value that readers get where there is none, and the locale that it is from; null if there is none, or one of its own. */
function useFallback(values: Values, field: Field, locale: Locale, value: unknown): FallbackValue | null {
  const { locales } = useSurroundings();
  const chain = field.localized && value === undefined ? fallbacksOf(locale, locales) : [];
  const source = chain.find(({ code }) => values.value(field.id, code) !== undefined);
  // Hooks are called alike each time: where there is no source, the value itself is subscribed to once more.
  const shown = useValue(values, field.id, (source ?? chain[0] ?? locale).code);
  return source === undefined ? null : { value: shown, locale: source.code };
}

interface CopyOfferProperties {
  readonly field: Field;
  readonly locale: Locale;
}

/** Offers the value of the default locale as a beginning, where there is none yet. */
function CopyOffer({ field, locale }: CopyOfferProperties): ReactNode {
  const { t } = useLingui();
  const { values } = useLevel();
  const { locales } = useSurroundings();
  const [source] = fallbacksOf(locale, locales)
    .concat(locales)
    .filter(({ code }) => {
      return code !== locale.code && values.value(field.id, code) !== undefined;
    });
  if (source === undefined) return null;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      px={4}
      aria-label={t`Copy from ${source.code}`}
      onClick={() => values.set(field.id, locale.code, values.value(field.id, source.code))}
    >
      <Trans>Copy</Trans>
    </Button>
  );
}
